package mutate

import "github.com/assay-smt/assay/smt/script"

// WithStatus returns the mutant's script with its truth as status labels, one in front of each check-sat where there are several.
func (m *Mutant) WithStatus() *script.Script {
	if m.Truths == nil {
		return withStatus(m.Script, m.Truth.Status.String())
	}
	out := *m.Script
	out.Commands = nil
	check := 0
	for _, c := range m.Script.Commands {
		if c.IsCheck() && check < len(m.Truths) {
			out.Commands = append(out.Commands, &script.Command{Kind: script.SetInfo, Name: ":status", Text: m.Truths[check].Status.String()})
			check++
		}
		if c.Kind != script.SetInfo || c.Name != ":status" {
			out.Commands = append(out.Commands, c)
		}
	}
	return &out
}

// withStatus returns the script with one status label in place of all that it has.
func withStatus(s *script.Script, status string) *script.Script {
	label := &script.Command{Kind: script.SetInfo, Name: ":status", Text: status}
	out := *s
	out.Commands = make([]*script.Command, 0, len(s.Commands)+1)
	placed := false
	for _, c := range s.Commands {
		if c.Kind == script.SetInfo && c.Name == ":status" {
			continue
		}
		// The logic, if there is one, comes first: some solvers insist.
		if !placed && c.Kind != script.SetLogic && c.Kind != script.SetOption && c.Kind != script.SetInfo {
			out.Commands = append(out.Commands, label)
			placed = true
		}
		out.Commands = append(out.Commands, c)
	}
	if !placed {
		out.Commands = append(out.Commands, label)
	}
	return &out
}
