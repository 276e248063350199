package certified

import (
	"bytes"
	"context"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/smt/script"
)

// anyLogic is what a script says to a solver that would warn of a script without a logic.
const anyLogic = "(set-logic ALL)\n"

// quiet puts anyLogic before the result where the solver warns that there is no logic and it shows with this one as well: a report should
// not begin with a warning about its script.
func (x *examiner) quiet(ctx context.Context, out *Result, dir *disk.Scratch) error {
	raw := out.Options.Plain.Raw
	if !bytes.Contains(raw.Stderr, []byte("set-logic")) && !bytes.Contains(raw.Stdout, []byte("set-logic")) {
		return nil
	}
	s := x.parse(out.Best.Text)
	if s == nil {
		return nil
	}
	for _, c := range s.Commands {
		if c.Kind == script.SetLogic {
			return nil
		}
	}
	text := anyLogic + out.Best.Text
	on := <-x.slots
	shown, err := x.examine(ctx, on, text, x.parse(text))
	x.slots <- on
	if err != nil || shown == nil {
		return err
	}
	again := *out
	again.Best = shown
	m, err := x.matter(ctx, &again, dir)
	if err != nil || m == nil || bytes.Contains(m.Plain.Raw.Stderr, []byte("set-logic")) {
		return err
	}
	out.Best, out.Options = shown, m
	return nil
}
