package cli_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	docLink    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	docHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	docFence   = regexp.MustCompile("(?ms)^ *```.*?^ *```$|`[^`\n]*`")
	notInSlug  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// slug is the anchor of a heading.
func slug(heading string) string {
	return strings.ReplaceAll(notInSlug.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

// TestDocLinks follows the links of all pages to files and headings of the repository.
func TestDocLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	var pages []string
	for _, dir := range []string{"docs", "evaluation", "findings", "internal", "smt", "deploy", "examples"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "testdata" {
				return filepath.SkipDir
			}
			if err == nil && filepath.Ext(path) == ".md" {
				pages = append(pages, path)
			}
			return nil // not all folders are there
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	top, _ := filepath.Glob(filepath.Join(root, "*.md"))
	anchors := make(map[string]map[string]bool)
	anchorsOf := func(path string) map[string]bool {
		if anchors[path] == nil {
			anchors[path] = make(map[string]bool)
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range docHeading.FindAllStringSubmatch(string(text), -1) {
				anchors[path][slug(m[1])] = true
			}
		}
		return anchors[path]
	}
	for _, page := range append(pages, top...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range docLink.FindAllStringSubmatch(docFence.ReplaceAllString(string(text), ""), -1) {
			to, err := url.Parse(m[1])
			if err != nil || to.Scheme != "" {
				continue
			}
			path := page
			if to.Path != "" {
				path = filepath.Join(filepath.Dir(page), to.Path)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %s is not there", page, m[1])
			} else if to.Fragment != "" && filepath.Ext(path) == ".md" && !anchorsOf(path)[to.Fragment] {
				t.Errorf("%s: %s: no such heading", page, m[1])
			}
		}
	}
}
