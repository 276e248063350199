package cli

import (
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// statusLabels returns what the script itself says about the checks that it executes: the last :status in front of
// each.
func statusLabels(s *script.Script) []oracle.Truth {
	var truths []oracle.Truth
	label := oracle.Truth{Status: smt.Unknown}
	for i := range s.Commands {
		c := s.Commands[i]
		switch {
		case c.Kind == script.SetInfo && c.Name == ":status":
			label = oracle.Truth{Status: smt.Unknown}
			if status, err := smt.ParseStatus(c.Text); err == nil {
				label = oracle.Truth{Status: status, Reason: "its status label says so", Label: true}
			}
		case c.IsCheck():
			truths = append(truths, label)
			label = oracle.Truth{Status: smt.Unknown}
		case c.Kind == script.Exit:
			return truths
		}
	}
	return truths
}
