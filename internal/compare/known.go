package compare

import (
	"path/filepath"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/shape"
	"github.com/assay-smt/assay/internal/findings/triage"
)

// recognise says of the findings in folders which known bugs they are. A known bug is a regression like any other: what matters is that the baseline
// does not have it.
func (c *comparison) recognise() error {
	if c.Known == nil {
		return nil
	}
	var todo []Record
	c.mu.Lock()
	for _, key := range c.order {
		todo = append(todo, c.records[key].Record)
	}
	c.mu.Unlock()
	for _, r := range todo {
		changed := false
		for i := range r.Changes {
			ch := &r.Changes[i]
			if ch.Finding == "" {
				continue
			}
			if name := c.knownAs(ch.Finding); name != ch.Known {
				ch.Known, changed = name, true
			}
		}
		if changed {
			if err := c.keep(r, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// knownAs is the name of the known bug that a finding below the comparison's folder is, "" for none. A formula that cannot be read has no shape, and is
// recognised by its signature.
func (c *comparison) knownAs(place string) string {
	s, err := findings.LoadRecord(filepath.Join(c.Out, filepath.FromSlash(place)))
	if err != nil {
		return ""
	}
	form, err := triage.ShapeOf(s)
	if err != nil {
		form = shape.Shape{}
	}
	if m := c.Known.Match(triage.FactOf(s, form)); m != nil {
		return m.Name
	}
	return ""
}
