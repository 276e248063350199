package wire

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/assay-smt/assay/internal/campaign"
)

// A Job is what a worker has to know about a campaign before it fills slots of it.
type Job struct {
	V        int    `json:"v"`
	Campaign string `json:"campaign"` // an ID
	// Assay is the hub's version.
	Assay string `json:"assay"`
	// Plan are the settings, as in campaign.toml, without seeds, solvers and profiles.
	Plan string `json:"plan"`
	// Files are the theories and the files of engines that the plan names.
	Files map[string]string `json:"files,omitempty"`
	// Solvers and Baselines are names with options, and never commands: the worker looks for them on its own machine.
	Solvers   []Solver `json:"solvers"`
	Baselines []Solver `json:"baselines,omitempty"`
	Seeds     []Seed   `json:"seeds"`
	// Searched are the options that are searched, by solver: a worker searches those of them that it has. Learned are records of what was learned about
	// options, by solver, of those about whom the hub knows more than what comes with Assay.
	Searched map[string][]string `json:"searched,omitempty"`
	Learned  map[string]string   `json:"learned,omitempty"`
	// Lease is how many seconds a worker may keep a slot without a sign of life.
	Lease float64 `json:"lease_seconds"`
	// Identity is what determines the mutants: a worker with another one would make others.
	Identity campaign.Identity `json:"identity"`
}

// Bounds of Job.Lease.
const (
	leastLease = 0.5
	mostLease  = 3600
)

// A Solver is the name of a solver, as in z3 or z3@4.8.12, and its options.
type Solver struct {
	Name    string   `json:"name"`
	Options []string `json:"options,omitempty"`
}

// A Seed is a seed without its text.
type Seed struct {
	Name  string `json:"name"`
	Hash  string `json:"hash"`
	Logic string `json:"logic,omitempty"`
	Size  int    `json:"size"`
}

// Bytes returns the job, packed.
func (j *Job) Bytes() ([]byte, error) {
	j.V = Version
	data, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return pack(data), nil
}

// ParseJob is the inverse of Bytes. Errors are *RubbishError.
func ParseJob(packed []byte) (*Job, error) {
	data, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	j := &Job{}
	if err := strict(data, j); err != nil {
		return nil, err
	}
	if !(j.Lease >= leastLease && j.Lease <= mostLease) {
		return nil, rubbish("a lease of %g seconds", j.Lease)
	}
	if j.V != Version || !IsID(j.Campaign) || len(j.Seeds) == 0 || len(j.Seeds) > maxSeeds {
		return nil, rubbish("campaign %.40q of version %d with %d seeds", j.Campaign, j.V, len(j.Seeds))
	}
	all := append(append([]Solver(nil), j.Solvers...), j.Baselines...)
	if len(j.Solvers) == 0 || len(all) > maxSolvers {
		return nil, rubbish("%d solvers", len(all))
	}
	for _, s := range all {
		if err := s.check(); err != nil {
			return nil, err
		}
	}
	if len(j.Searched) > maxSolvers || len(j.Learned) > maxSolvers {
		return nil, rubbish("options of %d solvers", max(len(j.Searched), len(j.Learned)))
	}
	for name := range j.Files {
		if err := plain("the name of a file", name); err != nil {
			return nil, err
		}
	}
	for _, s := range j.Seeds {
		if !IsID(s.Hash) || s.Size < 0 || s.Size > maxUnpacked {
			return nil, rubbish("a seed %.40q of %d bytes", s.Hash, s.Size)
		}
		if len(s.Name) > 8*maxName || len(s.Logic) > maxName {
			return nil, rubbish("a seed's name of %d bytes", len(s.Name))
		}
	}
	return j, nil
}

func (s *Solver) check() error {
	if s.Name == "" || len(s.Options) > maxName {
		return rubbish("a solver with %d options and no name", len(s.Options))
	}
	if err := plain("a solver", s.Name); err != nil {
		return err
	}
	for _, o := range s.Options {
		if err := plain("an option", o); err != nil {
			return err
		}
	}
	return nil
}

// IsPath reports whether the name is a path, and so a command.
func (s *Solver) IsPath() bool {
	return strings.ContainsAny(s.Name, `/\`) || path.Base(s.Name) != s.Name
}

// Words are the name and the options.
func (s *Solver) Words() []string { return append([]string{s.Name}, s.Options...) }
