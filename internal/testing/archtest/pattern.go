package archtest

import "strings"

// A pattern stands for import paths: one path, or with a final "/..." that path and everything below it,
// or everything when it is "..." alone.
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

func anyMatches(patterns []pattern, path string) bool {
	for _, p := range patterns {
		if p.matches(path) {
			return true
		}
	}
	return false
}
