package crosscheck

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/mutate/weaken/rules"
	"github.com/assay-smt/assay/smt"
	"github.com/assay-smt/assay/smt/script"
)

// A proofRecord holds what provers answered to the claims of rules, so that rules which have not changed need not be proved again.
//
// Its text has a line "prover SPEC, VERSION" for each prover, in order, and a line "NAME SUM ANSWERS" for each rule. ANSWERS has a
// digit for each claim in the order in which rules.Verify asks: 1 if the first prover alone answered unsat, 2 for the second, 3 for
// both, 0 for none. SUM is a hash of the specs and of the claims' texts: it changes with a rule, with how claims are written, and with
// the provers' limits.
type proofRecord struct {
	provers []string
	rules   map[string]transcript
}

// A transcript is what provers answered about one rule.
type transcript struct{ sum, answers string }

var recordLine = regexp.MustCompile(`^(\S+) ([0-9a-f]{16}) ([0-3]*)$`)

// readProofs reads a record; a file that is not there is an empty one.
func readProofs(file string) (*proofRecord, error) {
	out := &proofRecord{rules: map[string]transcript{}}
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return out, out.read(f, file)
}

func (rec *proofRecord) read(r io.Reader, file string) error {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if prover, ok := strings.CutPrefix(text, "prover "); ok {
			rec.provers = append(rec.provers, prover)
			continue
		}
		m := recordLine.FindStringSubmatch(text)
		if m == nil || rec.rules[m[1]] != (transcript{}) {
			return fmt.Errorf("%s:%d: not a line of the record, or a rule's second: %q", file, n, text)
		}
		rec.rules[m[1]] = transcript{m[2], m[3]}
	}
	return lines.Err()
}

// write replaces the file. Rules are in the order of names.
func (rec *proofRecord) write(file string, names []string) error {
	var b strings.Builder
	for _, p := range rec.provers {
		fmt.Fprintf(&b, "prover %s\n", p)
	}
	for _, name := range names {
		if t, ok := rec.rules[name]; ok {
			fmt.Fprintf(&b, "%s %s %s\n", name, t.sum, t.answers)
		}
	}
	return disk.Replace(file, []byte(b.String()))
}

// A claimSum hashes what a rule's provers are asked.
type claimSum struct{ hash.Hash }

func newClaimSum() claimSum {
	s := claimSum{sha256.New()}
	for _, p := range provers {
		fmt.Fprintf(s, "%s\n", p.spec)
	}
	return s
}

func (s claimSum) add(claim *script.Script) { fmt.Fprintf(s, "%s\x00", claim) }

func (s claimSum) text() string { return hex.EncodeToString(s.Sum(nil)[:8]) }

// A replay implements rules.Asker for one rule with recorded answers. Claims beyond those recorded have none.
type replay struct {
	sum  claimSum
	left string
	// beyond counts the claims that the record knows nothing about.
	beyond int
}

func (a *replay) Ask(_ context.Context, claim *script.Script) []rules.Answer {
	a.sum.add(claim)
	if a.left == "" {
		a.beyond++
		return nil
	}
	said := a.left[0] - '0'
	a.left = a.left[1:]
	var out []rules.Answer
	for i, p := range provers {
		if said>>i&1 == 1 {
			out = append(out, rules.Answer{Solver: p.name, Status: smt.Unsat})
		}
	}
	return out
}

// stale says why a rule is not as it was when it was recorded, "" if it is.
func (a *replay) stale(recorded transcript) string {
	switch {
	case recorded == transcript{}:
		return "it is not recorded"
	case a.beyond > 0 || a.left != "" || a.sum.text() != recorded.sum:
		return "it, its claims or the provers' limits have changed"
	}
	return ""
}

// A recorder implements rules.Asker for one rule, and writes down what another asker answers.
type recorder struct {
	asker   rules.Asker
	sum     claimSum
	answers []byte
}

func (a *recorder) Ask(ctx context.Context, claim *script.Script) []rules.Answer {
	answers := a.asker.Ask(ctx, claim)
	a.sum.add(claim)
	said := byte('0')
	for _, answer := range answers {
		i := slices.IndexFunc(provers, func(p prover) bool { return strings.HasPrefix(answer.Solver, p.name+" ") })
		if answer.Status == smt.Unsat && i >= 0 {
			said |= 1 << i
		}
	}
	a.answers = append(a.answers, said)
	return answers
}

func (a *recorder) transcript() transcript { return transcript{a.sum.text(), string(a.answers)} }

// TestRulesRecorded: provers have proved every built-in rule as it is now. rules TestBuiltinTested tries the rules on values.
func TestRulesRecorded(t *testing.T) {
	record, err := readProofs(proofsFile)
	if err != nil {
		t.Fatal(err)
	}
	states := map[rules.State]int{}
	var stale []string
	for _, r := range builtinRules(t) {
		recorded := record.rules[r.Name]
		delete(record.rules, r.Name)
		v, why := replayed(t, r, recorded)
		if why != "" {
			stale = append(stale, r.Name+": "+why)
			continue
		}
		states[v.State]++
		if !enough(v) {
			t.Error(v)
		}
	}
	t.Log(states)
	for name := range record.rules {
		stale = append(stale, name+": there is no such rule")
	}
	if len(stale) > 0 {
		slices.Sort(stale)
		t.Errorf("make rules-record proves %d rules anew that %s does not have as they are:\n%s", len(stale), proofsFile, strings.Join(stale, "\n"))
	}
}

// replayed verifies a rule with recorded answers. why says why they do not fit, "" if they do.
func replayed(t *testing.T, r *rules.Rule, recorded transcript) (v rules.Verdict, why string) {
	t.Helper()
	a := &replay{sum: newClaimSum(), left: recorded.answers}
	v, err := rules.Verify(t.Context(), r, a, rules.Options{Valuations: 20})
	if err != nil {
		t.Fatal(err)
	}
	return v, a.stale(recorded)
}

// TestRecordNotices: a replay notices answers that belong to another rule, other limits, or a rule that asks more or less.
func TestRecordNotices(t *testing.T) {
	rs := builtinRules(t)
	record, err := readProofs(proofsFile)
	if err != nil {
		t.Fatal(err)
	}
	r := rs[0]
	good := record.rules[r.Name]
	if _, why := replayed(t, r, good); why != "" {
		t.Fatalf("%s: %s", r.Name, why)
	}
	for name, bad := range map[string]transcript{
		"nothing":        {},
		"of another":     record.rules[rs[1].Name],
		"a claim less":   {good.sum, good.answers[1:]},
		"a claim more":   {good.sum, good.answers + "3"},
		"another sum":    {strings.Repeat("0", 16), good.answers},
		"nothing proved": {good.sum, strings.Repeat("0", len(good.answers))},
	} {
		if v, why := replayed(t, r, bad); why == "" && enough(v) {
			t.Errorf("%s: the answers %v pass: %v", name, bad, v)
		}
	}
	was := provers
	defer func() { provers = was }()
	provers = []prover{was[0], {was[1].name, was[1].spec + "0"}}
	if _, why := replayed(t, r, good); why == "" {
		t.Error("answers under other limits pass")
	}
}

// TestRecordText: a record is read as it was written, and what is no record is refused with its line.
func TestRecordText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "record.txt")
	was := &proofRecord{provers: []string{"a b=1, 2.0", "c, 3"}, rules: map[string]transcript{
		"r1": {"0123456789abcdef", "0123"}, "r2": {"fedcba9876543210", ""}, "gone": {"0000000000000000", "1"},
	}}
	if err := was.write(file, []string{"r2", "r1", "new"}); err != nil {
		t.Fatal(err)
	}
	got, err := readProofs(file)
	if err != nil {
		t.Fatal(err)
	}
	delete(was.rules, "gone")
	if !slices.Equal(got.provers, was.provers) || len(got.rules) != 2 || got.rules["r1"] != was.rules["r1"] || got.rules["r2"] != was.rules["r2"] {
		t.Errorf("%v was read as %v", was, got)
	}
	for _, text := range []string{"r 0123456789abcde 1\n", "r 0123456789abcdef 4\n", "r 0123456789abcdef 1\nr 0123456789abcdef 1\n", "\n"} {
		err := (&proofRecord{rules: map[string]transcript{}}).read(strings.NewReader(text), "f")
		if err == nil || !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
