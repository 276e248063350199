package snapshot

import "debug/elf"

// linked says why nothing can be preloaded into a program, "" when nothing is known against it. Nothing is known about
// scripts.
func linked(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return ""
		}
	}
	return "it is statically linked, so that nothing can be preloaded into it"
}
