// Package plan reads and writes the file of a campaign's plan, campaign.toml: all knobs that decide what the campaign does, by the keys that
// `assay fuzz --set` takes too. Which keys there are, and what values they take, is up to who reads the file.
package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/base/tomlfile"
)

// Name is the file that a campaign writes into its folder.
const Name = "campaign.toml"

// An Entry is one key of a plan with what it is set to.
type Entry struct {
	// Key is the path of the key, such as storm.depth or solvers.
	Key string
	// Values are the words of the value: one, or those of a list.
	Values []string
	// List says that the value is a list, which may have any number of words.
	List bool
	// Line is where the key stands in the file, from 1; 0 if it does not stand in one.
	Line int
}

// Parse reads a plan. The entries come in the order of the file's lines, and no key comes twice. The error has the position in the file.
func Parse(file string, text []byte) ([]Entry, error) {
	tree := map[string]any{}
	if err := tomlfile.Loose(file, text, &tree); err != nil {
		return nil, err
	}
	var entries []Entry
	var walk func(prefix string, tree map[string]any) error
	walk = func(prefix string, tree map[string]any) error {
		for name, value := range tree {
			key := prefix + name
			if below, ok := value.(map[string]any); ok {
				if err := walk(key+".", below); err != nil {
					return err
				}
				continue
			}
			e, ok := entry(key, value)
			e.Line = lineOf(string(text), key)
			if !ok {
				return &tomlfile.Error{File: file, Line: e.Line, Column: 1, Key: key, Message: fmt.Sprintf("%s: give a word, a number, true, false, or a list of words", key)}
			}
			entries = append(entries, e)
		}
		return nil
	}
	if err := walk("", tree); err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b Entry) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Key, b.Key)
	})
	return entries, nil
}

// entry returns a key with its value in words.
func entry(key string, value any) (Entry, bool) {
	e := Entry{Key: key}
	list, ok := value.([]any)
	if !ok {
		word, ok := scalar(value)
		e.Values = []string{word}
		return e, ok
	}
	e.List, e.Values = true, []string{}
	for _, v := range list {
		word, ok := scalar(v)
		if !ok {
			return e, false
		}
		e.Values = append(e.Values, word)
	}
	return e, true
}

func scalar(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case bool:
		return strconv.FormatBool(v), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	}
	return "", false
}

var (
	tableLine = regexp.MustCompile(`^\s*\[\s*([^\[\]]+?)\s*\]`)
	keyLine   = regexp.MustCompile(`^\s*("[^"]*"|'[^']*'|[\w.-]+(?:\s*\.\s*[\w-]+)*)\s*=`)
)

// lineOf returns the line of a key, 1 for one that is written in a way that it does not know, such as inside an inline table.
func lineOf(text, key string) int {
	table, n := "", 0
	for line := range strings.Lines(text) {
		n++
		if m := tableLine.FindStringSubmatch(line); m != nil {
			table = m[1] + "."
		} else if m := keyLine.FindStringSubmatch(line); m != nil && table+strings.Trim(m[1], `"'`) == key {
			return n
		}
	}
	return 1
}
