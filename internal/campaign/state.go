package campaign

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/effort"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/mutate"
	"github.com/assay-smt/assay/smt/theory"
)

// The files of an output folder, next to findings.Folder.
const (
	StateFile = "campaign.json"
	backup    = "backup" // journals, and the previous snapshot under the name of StateFile
	lockFile  = "campaign.lock"
	scratch   = "scratch"
	answers   = "answers" // what engines learned from solvers
)

// stateFormat is the version of campaign.json that is written. Format 1, which is read too, has neither LastRun nor Shown: versions of Assay
// that know only that one would take a file with them for a damaged one.
const (
	stateFormat       = 2
	oldestStateFormat = 1
)

// State is the content of campaign.json.
type State struct {
	Format int `json:"format"`
	// Checksum is the checksum of the file without this field: 32 hexadecimal digits of SHA-256; "" in files of older versions.
	Checksum string   `json:"checksum,omitempty"`
	Config   Identity `json:"config"`
	savedSchedule
	Ended EndReason `json:"ended,omitempty"` // empty while it runs, or when it was killed
	// Journal is the number of the journal that records what was done since; 0 in files of older versions.
	Journal uint64 `json:"journal,omitempty"`
	Stats   Stats  `json:"stats"`
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
	// Window has the chains that were run since the window's file was written, if it was.
	Window     []byte `json:"window,omitempty"`
	WindowFile bool   `json:"window_file,omitempty"`
	// LastRun is a LastRun, nil in files of older versions. It is kept as text, so that what it quotes cannot change the checksum.
	LastRun json.RawMessage `json:"last_run,omitempty"`
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
	Chain       int      `json:"chain"`
	Solo        int      `json:"solo"`
	// Together is 0 in folders of older versions, which ran all versions on every chain.
	Together  int    `json:"together,omitempty"`
	SelfCheck bool   `json:"self_check"`
	Seeds     int    `json:"seeds"`
	SeedsHash string `json:"seeds_hash"`
}

func (c *Config) identity() Identity {
	id := Identity{Seed: c.Seed, Order: orderOfSlots, Definitions: mutate.Unfoldings, Chain: c.Chain, Solo: c.Solo, Together: c.Together, SelfCheck: c.SelfCheck, Seeds: len(c.Seeds)}
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
	sameAgain = "use another --out, or the same configuration to go on"
	sameTable = "use another --out, or the files and the version of Assay that it was begun with to go on"
	goneTable = "an older version of Assay began it: use another --out, or that version to go on"
)

// differs returns the first difference between two campaigns, nil when there is none.
func (id Identity) differs(now Identity) *MismatchError {
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
		{"chain length", fmt.Sprint(id.Chain), fmt.Sprint(now.Chain)},
		{"chains for one solver", fmt.Sprint(id.Solo), fmt.Sprint(now.Solo)},
		{"chains for all versions", fmt.Sprint(max(id.Together, 1)), fmt.Sprint(max(now.Together, 1))},
		{"self-check", fmt.Sprint(id.SelfCheck), fmt.Sprint(now.SelfCheck)},
		{"seeds", fmt.Sprint(id.Seeds), fmt.Sprint(now.Seeds)},
	}...)
	if id.SeedsHash != now.SeedsHash && id.Seeds == now.Seeds {
		fields[len(fields)-1].now += " with other contents"
	}
	for _, f := range fields {
		if f.was == f.now {
			continue
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

// LoadState reads the campaign.json of an output folder, of a campaign that is running or has ended. The error wraps
// os.ErrNotExist when there is none; any other error says that the file is damaged or from another version.
func LoadState(out string) (State, error) { return loadState(filepath.Join(out, StateFile)) }

func loadState(path string) (State, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return State{}, err
	}
	s := State{Stats: newStats()}
	if err := json.Unmarshal(data, &s); err != nil {
		return State{}, fmt.Errorf("%s: %w", path, err)
	}
	if s.Format < oldestStateFormat || s.Format > stateFormat {
		return State{}, &versionError{path, s.Format}
	}
	if want := s.Checksum; want != "" {
		s.Checksum = ""
		plain, err := s.encode()
		if err != nil {
			return State{}, err
		}
		if got := checksum(plain); got != want {
			return State{}, fmt.Errorf("%s: its checksum is %s, not %s", path, got, want)
		}
	}
	return s, nil
}

// A versionError says that a state was written by another version of Assay, which is not damage.
type versionError struct {
	path   string
	format int
}

func (e *versionError) Error() string {
	return fmt.Sprintf("%s: format %d, this program reads formats %d to %d", e.path, e.format, oldestStateFormat, stateFormat)
}

// mismatch is the same as the reason why a campaign cannot be resumed.
func (e *versionError) mismatch(out string) *MismatchError {
	return &MismatchError{Dir: out, What: "format", Was: fmt.Sprint(e.format), Now: fmt.Sprint(stateFormat), Remedy: "use another --out, or the version of Assay that wrote it"}
}

// sealed returns the state with its checksum, as it is written to the file.
func (s State) sealed() ([]byte, error) {
	s.Checksum = ""
	plain, err := s.encode()
	if err != nil {
		return nil, err
	}
	s.Checksum = checksum(plain)
	return s.encode()
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
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
