package seedfiles

import (
	"fmt"
	"path"
	"strings"
)

// Places gives the formulas of these names paths, without an ending, below a folder in which copies of them, or files about them, can stand. What all names begin
// with is left out, characters that a shell or a pattern would expand become underlines, and no two paths are the same, even where case does not
// count.
func Places(names []string) []string {
	var split [][]string
	for _, name := range names {
		name = path.Clean("/" + strings.ReplaceAll(name, memberMark, "/")) // .. leads nowhere
		split = append(split, strings.Split(strings.TrimPrefix(name, "/"), "/"))
	}
	for len(split) > 0 && sameBegin(split) {
		for i := range split {
			split[i] = split[i][1:]
		}
	}
	used := map[string]bool{}
	var out []string
	for _, parts := range split {
		for i, p := range parts {
			parts[i] = safe(p)
		}
		last := len(parts) - 1
		if parts[last] = Stem(parts[last]); parts[last] == "" || parts[last] == "." {
			parts[last] = "_"
		}
		base := path.Join(parts...)
		p := base
		for n := 2; used[strings.ToLower(p)]; n++ { // there are file systems that do not tell a from A
			p = fmt.Sprintf("%s-%d", base, n)
		}
		used[strings.ToLower(p)] = true
		out = append(out, p)
	}
	return out
}

// sameBegin reports whether all paths begin with the same folder.
func sameBegin(paths [][]string) bool {
	for _, p := range paths {
		if len(p) < 2 || p[0] != paths[0][0] {
			return false
		}
	}
	return true
}

// safe replaces characters that a shell, or BenchExec, would expand.
func safe(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._+=@,-", r):
			return r
		}
		return '_'
	}, name)
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "-") {
		name = "_" + name // hidden files are passed over
	}
	return name
}
