package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/plan"
)

// resumeError says why the campaign in the output folder does not go on, by the flags that the user knows. planText is the plan of this command.
func (opts *fuzzOptions) resumeError(m *campaign.MismatchError, planText []byte) error {
	const aside = "--new moves the old campaign aside and begins another"
	changed := opts.changedSettings(m, planText)
	if len(changed) == 0 {
		return usagef("%w; %s", m, aside)
	}
	var was, now, back []string
	given := false
	for _, c := range changed {
		was, now, back = append(was, c.was), append(now, c.now), append(back, c.back)
		given = given || c.given
	}
	verb := "you gave"
	if !given {
		verb = "now it would be"
	}
	return usagef("%s holds a campaign with %s; %s %s. Use another --out, or %s to go on; %s",
		m.Dir, strings.Join(was, ", "), verb, strings.Join(now, ", "), strings.Join(back, " and "), aside)
}

// A changedSetting is a setting that the campaign in a folder has otherwise.
type changedSetting struct {
	was, now string // as flags
	back     string // what to do about it, as in "drop --seed"
	given    bool   // on the command line
}

// changedSettings are those that decide what a campaign is; none where the difference is in what the settings lead to, such as other contents of the seeds.
func (opts *fuzzOptions) changedSettings(m *campaign.MismatchError, planText []byte) (changed []changedSetting) {
	file := filepath.Join(m.Dir, plan.Name)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	old, err := plan.Parse(file, text)
	if err != nil {
		return nil
	}
	now, err := plan.Parse(file, planText)
	if err != nil {
		return nil
	}
	concerned := false
	for i := range opts.Knobs.knobs {
		k := &opts.Knobs.knobs[i]
		o, n := entryOf(old, k.Key), entryOf(now, k.Key)
		if !m.Identifies(k.Key) || o == nil || n == nil || slices.Equal(separated(o.Values), separated(n.Values)) {
			continue
		}
		concerned = concerned || m.Concerns(k.Key)
		changed = append(changed, opts.changedSetting(k, o, n))
	}
	if !concerned {
		return nil
	}
	return changed
}

func (opts *fuzzOptions) changedSetting(k *plan.Knob, old, now *plan.Entry) changedSetting {
	c := changedSetting{was: asFlag(k, old.Values), now: asFlag(k, now.Values), given: opts.Knobs.given(k.Key)}
	name, _, rare := flagOf(k)
	name = "--" + name
	if rare {
		name = "--set " + k.Key
	}
	c.back = "give " + c.was
	sameFile := opts.Knobs.File == filepath.Join(opts.OutDir, plan.Name) // its settings count where no flag does
	if without := plan.Default().Knobs(); c.given && (sameFile || slices.Equal(old.Values, valuesOf(plan.Find(without, k.Key)))) {
		c.back = "drop " + name
	}
	return c
}

// asFlag writes the values of a setting as one would give them.
func asFlag(k *plan.Knob, values []string) string {
	name, _, rare := flagOf(k)
	words := separated(values)
	if k.Key == "engines" {
		words = []string{strings.Join(values, ",")}
	}
	switch {
	case len(words) == 0 || len(words) == 1 && words[0] == "":
		return "no --" + name
	case rare:
		return "--set " + shell.Quote([]string{k.Key + "=" + strings.Join(words, ",")})
	case k.Value.Type() == "bool" && words[0] == "false":
		return "no --" + name
	case k.Value.Type() == "bool":
		return "--" + name
	}
	for i, w := range words {
		words[i] = "--" + name + " " + shell.Quote([]string{w})
	}
	return strings.Join(words, " ")
}

// separated are the words of a list, of which one may hold several solvers.
func separated(values []string) (words []string) {
	for _, v := range values {
		for w := range strings.SplitSeq(v, ";") {
			if w = strings.TrimSpace(w); w != "" {
				words = append(words, w)
			}
		}
	}
	return words
}

func valuesOf(k *plan.Knob) []string {
	if list, ok := k.Value.(plan.List); ok {
		return list.GetSlice()
	}
	return []string{k.Value.String()}
}

func entryOf(entries []plan.Entry, key string) *plan.Entry {
	if i := slices.IndexFunc(entries, func(e plan.Entry) bool { return e.Key == key }); i >= 0 {
		return &entries[i]
	}
	return nil
}
