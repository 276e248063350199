package campaign

import (
	"bytes"
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
	"github.com/assay-smt/assay/internal/mutate"
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
	Seed      uint64   `json:"seed"`
	Engines   []string `json:"engines"`
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
		name := e.Name()
		if c, ok := e.(mutate.Configured); ok {
			name += " " + c.Configuration()
		}
		id.Engines = append(id.Engines, name)
	}
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

// differs returns the first thing in which two campaigns differ.
func (id Identity) differs(now Identity) (what, was, is string) {
	list := func(l []string) string { return strings.Join(l, ", ") }
	for _, f := range []struct{ what, was, now string }{
		{"campaign seed", fmt.Sprint(id.Seed), fmt.Sprint(now.Seed)},
		{"engines", list(id.Engines), list(now.Engines)},
		{"solvers", list(id.Solvers), list(now.Solvers)},
		{"baselines", list(id.Baselines), list(now.Baselines)},
		{"chain length", fmt.Sprint(id.Chain), fmt.Sprint(now.Chain)},
		{"chains for one solver", fmt.Sprint(id.Solo), fmt.Sprint(now.Solo)},
		{"self-check", fmt.Sprint(id.SelfCheck), fmt.Sprint(now.SelfCheck)},
		{"seeds", fmt.Sprintf("%d files, %s", id.Seeds, id.SeedsHash), fmt.Sprintf("%d files, %s", now.Seeds, now.SeedsHash)},
	} {
		if f.was != f.now {
			return f.what, f.was, f.now
		}
	}
	return "", "", ""
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
	if what, was, is := s.Config.differs(now); what != "" {
		return State{}, false, &MismatchError{Dir: out, What: what, Was: was, Now: is}
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
