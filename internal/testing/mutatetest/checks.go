package mutatetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-smt/assay/internal/base/rng"
	"github.com/assay-smt/assay/internal/base/seeds"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/elab"
	"github.com/assay-smt/assay/smt/script"
	"github.com/assay-smt/assay/smt/sorts"
	"github.com/assay-smt/assay/smt/syntax"
	"github.com/assay-smt/assay/smt/theory"
)

// usable: the engine has its own name and configuration, the same for each engine made alike, and makes mutants from a good
// part of the corpus.
func (k *session) usable() []string {
	var out faults
	var lines []string
	for range 2 {
		e, err := k.New()
		if err != nil {
			out.add("New: %v", err)
			return out
		}
		line := e.Name() + " " + e.Configuration()
		if e.Name() == "" || strings.ContainsAny(e.Name(), " \n/") || strings.Contains(line, "\n") {
			out.add("the engine is called %q and configured as %q", e.Name(), e.Configuration())
		}
		lines = append(lines, line)
	}
	if lines[0] != lines[1] {
		out.add("two engines made alike are %q and %q", lines[0], lines[1])
	}
	used := 0
	k.each(&out, informed(), labelled, func(_ Seed, all []made) {
		if len(all) > 0 {
			used++
		}
	})
	if used*3 < len(Corpus()) {
		out.add("only %d of %d seeds have mutants", used, len(Corpus()))
	}
	return out
}

// wellSorted: every mutant prints to a text that can be read back under the table and then prints the same.
func (k *session) wellSorted() []string {
	var out faults
	for _, w := range []witness{nobody(), informed()} {
		k.each(&out, w, labelled, func(s Seed, all []made) {
			for _, m := range all {
				if err := readable(m); err != nil {
					out.add("%s, with %s: %v\nafter %s\n%s", s.Name, w.name, err, lastStep(m), m.text)
				}
			}
		})
	}
	return out
}

func readable(m made) error {
	for i := range m.Script.Commands {
		for _, t := range m.Script.Commands[i].Terms {
			if len(t.Free()) > 0 {
				return fmt.Errorf("the bound variable %s escapes", t.Free()[0].Text())
			}
		}
	}
	again, err := elab.Script(m.text, elab.Options{Table: m.Script.Store.Table})
	if err != nil {
		return err
	}
	if text := again.String(); text != m.text {
		return fmt.Errorf("it prints differently after being read back:\n%s\ninstead of", text)
	}
	return nil
}

func lastStep(m made) string {
	if len(m.Steps) == 0 {
		return "no step"
	}
	return m.Steps[len(m.Steps)-1].String()
}

// deterministic: two engines made alike give the same mutants with the same truths and steps, and draw equally many numbers.
func (k *session) deterministic() []string {
	var out faults
	for _, w := range []witness{nobody(), informed()} {
		again := map[string][]made{}
		k.session().each(&out, w, labelled, func(s Seed, all []made) { again[s.Name] = all })
		k.each(&out, w, labelled, func(s Seed, all []made) {
			if what := differ(all, again[s.Name]); what != "" {
				out.add("%s, with %s: two runs differ in %s", s.Name, w.name, what)
			}
		})
	}
	return out
}

func differ(a, b []made) string {
	if len(a) != len(b) {
		return fmt.Sprintf("the number of mutants, %d and %d", len(a), len(b))
	}
	for i := range a {
		switch {
		case a[i].text != b[i].text:
			return fmt.Sprintf("mutant %d:\n%s\nand\n%s", i, a[i].text, b[i].text)
		case fmt.Sprint(a[i].Known()) != fmt.Sprint(b[i].Known()):
			return fmt.Sprintf("the truth of mutant %d: %+v and %+v", i, a[i].Known(), b[i].Known())
		case fmt.Sprint(a[i].Steps) != fmt.Sprint(b[i].Steps):
			return fmt.Sprintf("the steps of mutant %d: %v and %v", i, a[i].Steps, b[i].Steps)
		case a[i].next != b[i].next:
			return fmt.Sprintf("how many random numbers mutant %d takes", i)
		}
	}
	return ""
}

const (
	// endless is how many mutants are made before a chain is taken to be endless.
	endless = 300
	// full is how many terms a store must not gain beyond those it began with.
	full = 600_000
)

// exhausted: once there is no further mutant, there is none with any generator.
func (k *session) exhausted() []string {
	var out faults
	name, src, err := k.ending()
	if err != nil {
		out.add("%v", err)
		return out
	}
	r := rng.New(1)
	for range endless {
		if _, err = src.Next(r); err != nil {
			break
		}
	}
	if !errors.Is(err, mutate.ErrExhausted) {
		out.add("%s: there are %d mutants and more, or an error: %v", name, endless, err)
		return out
	}
	for n := range uint64(20) {
		if m, err := src.Next(rng.New(n)); !errors.Is(err, mutate.ErrExhausted) {
			out.add("%s: after the last mutant there is another one, or an error: %v, %v", name, m.Steps, err)
			break
		}
	}
	return out
}

// ending returns a source that is about to end.
func (k Kit) ending() (name string, src mutate.Source, err error) {
	if k.Ends != nil {
		e, text, err := k.Ends()
		if err != nil {
			return "", nil, err
		}
		seed, err := mutate.Read(seeds.New("ends", text), theory.Builtin())
		if err != nil {
			return "", nil, err
		}
		src, err = e.Prepare(context.Background(), seed, mutate.Env{})
		return "the seed of Kit.Ends", src, err
	}
	e, err := k.New()
	if err != nil {
		return "", nil, err
	}
	for _, s := range Corpus() {
		seed, err := s.Read()
		if err != nil {
			return "", nil, err
		}
		src, err := e.Prepare(context.Background(), seed, mutate.Env{Asker: Truthful(s)})
		if err != nil {
			continue
		}
		m, err := src.Next(rng.New(1))
		if err != nil {
			continue
		}
		for i := range full {
			m.Script.Store.Lit(syntax.Numeral, fmt.Sprint(i), sorts.Int)
		}
		return s.Name + " with a full store", src, nil
	}
	return "", nil, errors.New("no seed has a mutant")
}

// blocked is an asker that ends the context of the question it is asked.
type blocked struct{ cancel context.CancelFunc }

// Ask implements mutate.Asker.
func (b blocked) Ask(ctx context.Context, _ *script.Script, _ mutate.Want) []mutate.Reply {
	b.cancel()
	<-ctx.Done()
	return nil
}

// cancelled: Prepare ends with the context, and reports that instead of finding the seed unfit: an unanswered question is not a reason.
func (k *session) cancelled() []string {
	var out faults
	e, err := k.New()
	if err != nil {
		out.add("New: %v", err)
		return out
	}
	for _, s := range Corpus() {
		for _, early := range []string{"before", "during"} {
			seed, err := s.unlabelled().Read()
			if err != nil {
				out.add("%v", err)
				continue
			}
			ctx, cancel := context.WithCancel(context.Background())
			if early == "before" {
				cancel()
			}
			_, err = e.Prepare(ctx, seed, mutate.Env{Asker: blocked{cancel}, Partners: partners(unlabelled)})
			if ctx.Err() != nil && !errors.Is(err, context.Canceled) {
				out.add("%s: the context was cancelled %s Prepare, which returns %v", s.Name, early, err)
			}
			cancel()
		}
	}
	return out
}
