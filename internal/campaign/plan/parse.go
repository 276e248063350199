package plan

import (
	"cmp"
	"maps"
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
	values := map[string]any{}
	flatten("", tree, values)
	lines := linesOf(string(text))
	line := func(key string) int { return max(lines[key], 1) } // 1 for a key in a form that linesOf does not know, such as in an inline table
	keys := slices.SortedFunc(maps.Keys(values), func(a, b string) int { return cmp.Or(line(a)-line(b), strings.Compare(a, b)) })
	entries := make([]Entry, 0, len(keys))
	for _, key := range keys {
		e, ok := entry(key, values[key])
		if e.Line = line(key); !ok {
			return nil, &tomlfile.Error{File: file, Line: e.Line, Column: 1, Key: key, Message: key + ": give a word, a number, true, false, or a list of words"}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// flatten enters the values of a tree by their whole keys.
func flatten(prefix string, tree, values map[string]any) {
	for name, value := range tree {
		if below, ok := value.(map[string]any); ok {
			flatten(prefix+name+".", below, values)
		} else {
			values[prefix+name] = value
		}
	}
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

// linesOf returns the lines of a file's keys, from 1.
func linesOf(text string) map[string]int {
	lines := map[string]int{}
	table, n := "", 0
	for line := range strings.Lines(text) {
		n++
		if m := tableLine.FindStringSubmatch(line); m != nil {
			table = m[1] + "."
		} else if m := keyLine.FindStringSubmatch(line); m != nil {
			lines[table+strings.Trim(m[1], `"'`)] = n
		}
	}
	return lines
}
