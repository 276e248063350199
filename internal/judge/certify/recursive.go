package certify

import (
	"slices"

	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/term"
)

// unmet returns a function in force at the check whose recursive definition may have no solution, nil when there is none. Such a definition
// says that the function meets it at all arguments (SMT-LIB 2.6, section 4.2.3). No function meets (f x) = (+ 1 (f x)), so such a check is
// unsat, which no value of the assertions shows. A definition of functions that terminate has a solution.
func unmet(s *script.Script, check int) *term.Decl {
	at := s.CheckCommand(check)
	if at < 0 {
		at = len(s.Commands)
	}
	for i := range s.Commands[:at] {
		c := s.Commands[i]
		if c.Kind != script.DefineRec {
			continue
		}
		var group []*term.Decl
		for _, d := range c.Decls {
			if at < d.To && d.Body != nil {
				group = append(group, d)
			}
		}
		// Only functions of the same command can call one another in a circle.
		if circle := circular(group); len(circle) > 0 && !terminates(circle) {
			return circle[0]
		}
	}
	return nil
}

// circular returns the functions of a group that call themselves, directly or through others, and those in between.
func circular(group []*term.Decl) []*term.Decl {
	in := map[*term.Decl]bool{}
	for _, d := range group {
		in[d] = true
	}
	calls, callers := map[*term.Decl][]*term.Decl{}, map[*term.Decl][]*term.Decl{}
	for _, d := range group {
		met := map[*term.Decl]bool{}
		term.Walk([]*term.Term{d.Body}, func(t *term.Term) bool {
			if f := t.Func(); f != nil && in[f.Decl] && !met[f.Decl] {
				met[f.Decl] = true
				calls[d], callers[f.Decl] = append(calls[d], f.Decl), append(callers[f.Decl], d)
			}
			return true
		})
	}
	peel(group, in, calls, callers)
	peel(group, in, callers, calls)
	return slices.DeleteFunc(group, func(d *term.Decl) bool { return !in[d] })
}

// peel removes from the set, one by one, functions that nothing in it comes after; before is the converse of after.
func peel(group []*term.Decl, in map[*term.Decl]bool, after, before map[*term.Decl][]*term.Decl) {
	left := map[*term.Decl]int{}
	var ends []*term.Decl
	for _, d := range group {
		for _, c := range after[d] {
			if in[c] {
				left[d]++
			}
		}
		if in[d] && left[d] == 0 {
			ends = append(ends, d)
		}
	}
	for len(ends) > 0 {
		d := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		in[d] = false
		for _, c := range before[d] {
			if left[c]--; in[c] && left[c] == 0 {
				ends = append(ends, c)
			}
		}
	}
}
