package campaign

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/assay-smt/assay/internal/disk"
	"github.com/assay-smt/assay/smt/theory"
)

// The files of an output folder, next to findings.Folder.
const (
	StateFile = "campaign.json"
	lockFile  = "campaign.lock"
	scratch   = "scratch"
	answers   = "answers" // what engines learned from solvers
)

// stateFormat is the version of campaign.json.
const stateFormat = 1

// State is the content of campaign.json.
type State struct {
	Format int      `json:"format"`
	Config Identity `json:"config"`
	savedState
	Ended EndReason `json:"ended,omitempty"` // empty while it runs, or when it was killed
	Stats Stats     `json:"stats"`
}

// Identity is the part of a configuration on which it depends which mutants are made and what is recorded about them.
// Limits of time and number, and the number of workers, are free.
type Identity struct {
	Seed    uint64   `json:"seed"`
	Engines []string `json:"engines"` // name and configuration
	// Table is the fingerprint of the operator table, empty in folders of older versions, which did not note it.
	Table     string   `json:"table,omitempty"`
	Solvers   []string `json:"solvers"` // spec and version
	Baselines []string `json:"baselines,omitempty"`
	Chain     int      `json:"chain"`
	Solo      int      `json:"solo"`
	SelfCheck bool     `json:"self_check"`
	Seeds     int      `json:"seeds"`
	SeedsHash string   `json:"seeds_hash"`
}

func (c *Config) identity() Identity {
	id := Identity{Seed: c.Seed, Chain: c.Chain, Solo: c.Solo, SelfCheck: c.SelfCheck, Seeds: len(c.Seeds)}
	for _, e := range c.Engines {
		id.Engines = append(id.Engines, strings.TrimSpace(e.Name()+" "+e.Configuration()))
	}
	table := c.Table
	if table == nil {
		table = theory.Builtin()
	}
	id.Table = table.Fingerprint()
	for _, s := range c.Targets {
		id.Solvers = append(id.Solvers, strings.TrimSpace(s.String()+" ("+s.Version()+")"))
	}
	for _, p := range c.Baselines {
		id.Baselines = append(id.Baselines, p.New+" against "+p.Old)
	}
	h := sha256.New()
	for _, s := range c.Seeds {
		fmt.Fprintln(h, s.Hash)
	}
	id.SeedsHash = hex.EncodeToString(h.Sum(nil)[:8])
	return id
}

// The remedies of a mismatch.
const (
	sameAgain = "use another output folder, or the same configuration"
	sameTable = "use another output folder, or the --theory and --typefuzz-config files and the version of Assay that it was begun with"
	goneTable = "it was begun by an older version of Assay: use another output folder, or that version"
)

// differs returns the first thing in which two campaigns differ, nil when there is none.
func (id Identity) differs(now Identity) *MismatchError {
	if id.Table == "" && now.Table != "" {
		return &MismatchError{What: operatorTable, Was: "not noted", Now: now.Table, Remedy: goneTable}
	}
	list := func(l []string) string { return strings.Join(l, ", ") }
	wasNames, was := configurations(id.Engines)
	nowNames, is := configurations(now.Engines)
	type field struct{ what, was, now string }
	fields := []field{
		{"campaign seed", fmt.Sprint(id.Seed), fmt.Sprint(now.Seed)},
		{"engines", list(wasNames), list(nowNames)},
	}
	for _, name := range wasNames {
		fields = append(fields, field{"configuration of " + name, was[name], is[name]})
	}
	fields = append(fields, []field{
		{operatorTable, id.Table, now.Table},
		{"solvers", list(id.Solvers), list(now.Solvers)},
		{"baselines", list(id.Baselines), list(now.Baselines)},
		{"chain length", fmt.Sprint(id.Chain), fmt.Sprint(now.Chain)},
		{"chains for one solver", fmt.Sprint(id.Solo), fmt.Sprint(now.Solo)},
		{"self-check", fmt.Sprint(id.SelfCheck), fmt.Sprint(now.SelfCheck)},
		{"seeds", fmt.Sprintf("%d files, %s", id.Seeds, id.SeedsHash), fmt.Sprintf("%d files, %s", now.Seeds, now.SeedsHash)},
	}...)
	for _, f := range fields {
		if f.was == f.now {
			continue
		}
		remedy := sameAgain
		if f.what == operatorTable {
			remedy = sameTable
		}
		return &MismatchError{What: f.what, Was: f.was, Now: f.now, Remedy: remedy}
	}
	return nil
}

// operatorTable is what a mismatch calls the table.
const operatorTable = "operator table"

// configurations splits engines into names, in order, and their configurations.
func configurations(engines []string) (names []string, by map[string]string) {
	by = make(map[string]string)
	for _, e := range engines {
		name, settings, _ := strings.Cut(e, " ")
		names, by[name] = append(names, name), cmp.Or(settings, "none")
	}
	return names, by
}

// LoadState reads the campaign.json of an output folder, of a campaign that runs or has ended.
func LoadState(out string) (State, error) {
	path := filepath.Join(out, StateFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return State{}, err
	}
	s := State{Stats: newStats()}
	if err := json.Unmarshal(data, &s); err != nil {
		return State{}, fmt.Errorf("%s: %w", path, err)
	}
	if s.Format != stateFormat {
		return State{}, fmt.Errorf("%s: format %d, this program reads format %d", path, s.Format, stateFormat)
	}
	return s, nil
}

func (s State) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", StateFile, err)
	}
	return b.Bytes(), nil
}

// earlier finds out what the output folder holds: resumed is false when it holds no campaign, or one that
// never ran a mutant, whatever its configuration.
func earlier(out string, now Identity) (s State, resumed bool, err error) {
	s, err = LoadState(out)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return State{}, false, nil
	case err != nil:
		return State{}, false, err
	case s.Stats.Mutants == 0:
		return State{}, false, nil
	}
	if mismatch := s.Config.differs(now); mismatch != nil {
		mismatch.Dir = out
		return State{}, false, mismatch
	}
	return s, true, nil
}

// lock keeps other processes out of the output folder until the returned function is called, or the process ends.
func lock(out string) (release func(), err error) {
	path := filepath.Join(out, lockFile)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, &disk.OutputError{Path: path, Err: err}
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		_ = f.Close()
		return nil, &BusyError{Dir: out}
	}
	// A file system without locks does without.
	return func() { _ = f.Close() }, nil
}
