package campaign

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/assay-smt/assay/internal/campaign/event"
	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/findings"
)

// A keeper puts findings into the store, and remembers which mutant's formula each of them has. Not safe for concurrent use.
type keeper struct {
	store *findings.Disk
	// counters are those of earlier runs. From restoreCounters on, the store has them.
	counters findings.Counters
	kept     map[string]Kept // by signature
	// own: the state, of an old version, has no counts, and the findings keep their own.
	own bool
}

// use sets the store.
func (k *keeper) use(store *findings.Disk) { k.store = store }

// add puts hits into the store and returns events that say what became of them.
func (k *keeper) add(hits []findings.Hit) ([]event.Event, error) {
	var out []event.Event
	for _, h := range hits {
		added, err := k.store.Add(h)
		if err != nil {
			return nil, err
		}
		f := &h.Finding
		out = append(out, event.Finding{
			Mutant: f.Provenance.Mutant, Job: f.Provenance.Job, Index: f.Provenance.Index, Engine: f.Provenance.Engine, Class: f.Class, Solver: f.Solver,
			Family: f.Family, Signature: f.Signature, Suspect: f.Suspect, Summary: f.Evidence.Summary, New: added.New,
			Folder: added.Folder, Kept: added.Kept,
		})
	}
	return out, nil
}

// enter remembers which mutant's formula a finding has.
func (k *keeper) enter(f event.Finding) {
	if !f.Kept {
		return
	}
	if k.kept == nil {
		k.kept = make(map[string]Kept)
	}
	k.kept[f.Signature] = Kept{Folder: filepath.Base(f.Folder), Slot: f.Job, Index: f.Index}
}

// count enters a finding of a former journal into the counters.
func (k *keeper) count(f event.Finding) {
	k.counters.Add(f.Signature, findings.Bucket(f.Class, f.Family), f.Mutant, f.Folder)
	k.enter(f)
}

// restoreCounters gives the findings the counts of the campaign: what its state does not count will be run again.
func (k *keeper) restoreCounters() {
	if !k.own {
		k.store.Restore(k.counters)
	}
}

// A missing finding was counted and no longer has a folder.
type missing struct {
	signature string
	Kept
	slot schedule.Slot
}

// missing returns the missing findings by signature.
func (b *books) missing() []missing {
	var out []missing
	for signature, k := range b.kept.kept {
		if !b.kept.store.Has(signature) {
			out = append(out, missing{signature, k, b.schedule.At(k.Slot)})
		}
	}
	slices.SortFunc(out, func(a, b missing) int { return cmp.Compare(a.signature, b.signature) })
	return out
}
