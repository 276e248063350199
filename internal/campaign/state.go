package campaign

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/campaign/store"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/internal/run/outside"
	"github.com/assay-smt/assay/smt/theory"
)

// DatabaseFile is the file with a campaign's state, in its output folder.
const DatabaseFile = store.FileName

// The files of an output folder, next to store.FileName and findings.Folder.
const (
	lockFile = "campaign.lock"
	scratch  = "scratch"
	answers  = "answers" // what engines learned from solvers
)

// State is what is saved of a campaign.
type State struct {
	Config Identity `json:"config"`
	savedSchedule
	Ended EndReason `json:"ended,omitempty"` // empty while it runs, or when it was killed
	Stats Stats     `json:"stats"`
	// Counters count the hits of findings. Kept says which mutant each finding's formula is, by signature, so that a damaged finding
	// can be recreated.
	Counters findings.Counters `json:"counters"`
	Kept     map[string]Kept   `json:"kept,omitempty"`
	// Effort is what is known about the seeds, engines and solvers.
	Effort effort.State `json:"effort,omitzero"`
	// Elites are the configurations that yielded new behaviour.
	Elites effort.ElitesState `json:"elites,omitzero"`
	// Searches says what searches of configurations yield compared with mutants.
	Searches effort.SearchesState `json:"searches,omitempty"`
	// Shown is what settings are known to show.
	Shown showings `json:"shown,omitzero"`
	// LastRun is a LastRun, nil in files of older versions.
	LastRun json.RawMessage `json:"last_run,omitempty"`

	// Samples are the campaign's history, FoundAt when findings were found, in seconds of its wall time, by signature.
	Samples []Sample           `json:"-"`
	FoundAt map[string]float64 `json:"-"`

	// chains are the window's, in their order.
	chains []pairChain
	// session is the number of the last session.
	session int64
}

// Kept says which mutant's formula a finding keeps.
type Kept struct {
	Folder string `json:"folder"`
	Slot   uint64 `json:"job"`
	Index  int    `json:"index"`
}

// Identity is the part of a configuration that determines which mutants are made and what is recorded about them.
// Limits of time and number, and the number of workers, may change.
type Identity struct {
	Seed    uint64   `json:"seed"`
	Engines []string `json:"engines"` // name and configuration
	// Table is the fingerprint of the operator table, empty in folders of older versions, which did not note it.
	Table string `json:"table,omitempty"`
	// Order says in which order slots are handed out, empty in folders of older versions.
	Order string `json:"order,omitempty"`
	// Definitions says what share of the chains has no definitions of the seeds, empty in folders of older versions.
	Definitions string   `json:"definitions,omitempty"`
	Solvers     []string `json:"solvers"` // spec and version
	Baselines   []string `json:"baselines,omitempty"`
	// Checks are programs of the user\'s that judge runs, each with a hash.
	Checks []string `json:"checks,omitempty"`
	Chain  int      `json:"chain"`
	Solo   int      `json:"solo"`
	// Together is 0 in folders of older versions, which ran all versions on every chain.
	Together  int    `json:"together,omitempty"`
	SelfCheck bool   `json:"self_check"`
	Seeds     int    `json:"seeds"`
	SeedsHash string `json:"seeds_hash"`
	// Shard is the part of the campaign that the folder has, as in "1/4"; "" for the whole.
	Shard string `json:"shard,omitempty"`
	// Merged are the shards that Merge has joined in the folder, as in "1/4, 2/4"; "" for a campaign that runs.
	Merged string `json:"merged,omitempty"`
	// Campaigns is the number of campaigns where several are joined; the rest of the identity then has what they have in common.
	Campaigns int `json:"campaigns,omitempty"`
}

// Identity returns the identity of the campaign. Errors are those about a Config that makes no sense.
func (c Config) Identity() (Identity, error) {
	c, err := c.complete()
	if err != nil {
		return Identity{}, err
	}
	return c.identity(), nil
}

func (c *Config) identity() Identity {
	id := Identity{Seed: c.Seed, Order: orderOfSlots, Definitions: mutate.Unfoldings, Chain: c.Chain, Solo: c.Solo, Together: c.Together, SelfCheck: c.SelfCheck, Seeds: len(c.Seeds), Shard: c.Shard.String()}
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
	for _, check := range c.Checks {
		id.Checks = append(id.Checks, check.Name()+" ("+check.Hash()+")")
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
	sameAgain = "use another --out, or the same configuration to go on"
	sameTable = "use another --out, or the files and the version of Assay that it was begun with to go on"
	goneTable = "an older version of Assay began it: use another --out, or that version to go on"
)

// differs returns the first difference between two campaigns, nil when there is none.
func (id Identity) differs(now Identity) *MismatchError {
	if id.Merged != "" {
		return &MismatchError{What: shardOf, Problem: "holds what assay merge has joined (shards " + id.Merged + "), which cannot go on", Remedy: "go on in the folders of the shards, and merge them again"}
	}
	if id.Table == "" && now.Table != "" {
		return &MismatchError{What: operatorTable, Remedy: goneTable}
	}
	if id.Order != now.Order {
		return &MismatchError{What: "schedule", Remedy: goneTable}
	}
	if id.Definitions != now.Definitions {
		return &MismatchError{What: "treatment of definitions", Remedy: goneTable}
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
		fields = append(fields, field{configurationOf + name, was[name], is[name]})
	}
	fields = append(fields, []field{
		{operatorTable, id.Table, now.Table},
		{"solvers", list(id.Solvers), list(now.Solvers)},
		{"baselines", list(id.Baselines), list(now.Baselines)},
		{"checks", list(id.Checks), list(now.Checks)},
		{"chain length", fmt.Sprint(id.Chain), fmt.Sprint(now.Chain)},
		{"chains for one solver", fmt.Sprint(id.Solo), fmt.Sprint(now.Solo)},
		{"chains for all versions", fmt.Sprint(max(id.Together, 1)), fmt.Sprint(max(now.Together, 1))},
		{"self-check", fmt.Sprint(id.SelfCheck), fmt.Sprint(now.SelfCheck)},
		{"seeds", fmt.Sprint(id.Seeds), fmt.Sprint(now.Seeds)},
		{shardOf, cmp.Or(id.Shard, "the whole"), cmp.Or(now.Shard, "the whole")},
	}...)
	if id.SeedsHash != now.SeedsHash && id.Seeds == now.Seeds {
		fields[len(fields)-2].now += " with other contents"
	}
	for _, f := range fields {
		if f.was == f.now {
			continue
		}
		if name, ok := strings.CutPrefix(f.what, configurationOf); ok && outside.IsSpec(name) {
			return &MismatchError{What: f.what, Problem: "holds a campaign with another program " + name + ", whose text or arguments have changed since", Remedy: "use another --out, or the former program to go on"}
		}
		if f.what == operatorTable || strings.HasPrefix(f.what, configurationOf) { // fingerprints tell a user nothing
			return &MismatchError{What: f.what, Remedy: sameTable}
		}
		return &MismatchError{What: f.what, Was: f.was, Now: f.now, Remedy: sameAgain}
	}
	return nil
}

// orderOfSlots names the order of package schedule.
const orderOfSlots = "laps"

// shardOf is what a mismatch calls the shard.
const shardOf = "shard"

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

// LoadState reads the state of the campaign in an output folder, which may be running. The error wraps os.ErrNotExist when there is none; others say that it
// is damaged or from another version.
func LoadState(out string) (State, error) {
	path := filepath.Join(out, store.FileName)
	c, err := store.ReadAll(path)
	if err == nil && len(c.Settings) > 0 {
		return stateOf(path, c)
	}
	if err == nil || errors.Is(err, os.ErrNotExist) {
		former, formerErr := newestFormer(out)
		return former.State, formerErr
	}
	return State{}, err
}

// loadFigures is LoadState without what only a campaign that goes on needs. replayed: it is a former campaign's, with what its journals have.
func loadFigures(out string) (State, error) {
	path := filepath.Join(out, store.FileName)
	f, err := store.ReadFigures(path)
	if err == nil && len(f.Settings) > 0 {
		return figuresOf(path, f)
	}
	if err == nil || errors.Is(err, os.ErrNotExist) {
		former, formerErr := newestFormer(out)
		if formerErr == nil {
			former.replay(out)
		}
		return former.State, formerErr
	}
	return State{}, err
}

// versionMismatch is a version of the schema as the reason why a campaign cannot be resumed.
func versionMismatch(out string, e *store.VersionError) *MismatchError {
	return &MismatchError{Dir: out, What: "format", Was: fmt.Sprint(e.Version), Now: fmt.Sprint(store.Version), Remedy: otherVersion}
}

// otherVersion is the remedy where the version of Assay does not fit.
const otherVersion = "use another --out, or the version of Assay that wrote it"
