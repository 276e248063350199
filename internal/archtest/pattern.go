package archtest

import "strings"

// A pattern stands for import paths: one path, or with a final "/..." that path and everything below it,
// or everything when it is "..." alone. In front of it, "!" takes what it stands for out of the list that it is in.
type pattern string

func (p pattern) matches(path string) bool {
	if p == "..." {
		return true
	}
	root, tree := strings.CutSuffix(string(p), "/...")
	if path == root {
		return true
	}
	return tree && strings.HasPrefix(path, root+"/")
}

// anyMatches reports whether a list of patterns has the path in it, and none of its exceptions does.
func anyMatches(patterns []pattern, path string) bool {
	found := false
	for _, p := range patterns {
		if except, ok := strings.CutPrefix(string(p), "!"); ok {
			if pattern(except).matches(path) {
				return false
			}
			continue
		}
		found = found || p.matches(path)
	}
	return found
}
