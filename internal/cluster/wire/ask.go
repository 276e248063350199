package wire

import (
	"encoding/json"
	"slices"
)

// A Kind says what is asked for.
type Kind string

// The kinds of questions.
const (
	// AskHello says who a worker is, and asks whether it may work.
	AskHello Kind = "hello"
	// AskJob asks for a part of the job, and AskSeed for a part of a seed's text.
	AskJob  Kind = "job"
	AskSeed Kind = "seed"
	// AskBeat says that a worker is there, and what it does.
	AskBeat Kind = "beat"
	// AskStatus asks for the hub's state.
	AskStatus Kind = "status"
)

// An Ask is a question of a worker.
type Ask struct {
	V    int  `json:"v"`
	Kind Kind `json:"kind"`
	// Host, Jobs, Assay and Solvers are for AskHello.
	Host    string        `json:"host,omitempty"`
	Jobs    int           `json:"jobs,omitempty"`
	Assay   string        `json:"assay,omitempty"`
	Solvers []SolverBuild `json:"solvers,omitempty"`
	// Hash is the seed's, At the place in bytes where the part begins.
	Hash string `json:"hash,omitempty"`
	At   int64  `json:"at,omitempty"`
	// Busy is how many slots the worker is filling. Own and Solvers' seconds are the CPU time that it has used.
	Busy       int     `json:"busy,omitempty"`
	OwnCPU     float64 `json:"own_cpu,omitempty"`
	SolversCPU float64 `json:"solvers_cpu,omitempty"`
}

// A SolverBuild is a solver as a worker has it.
type SolverBuild struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Bytes returns the question as a message.
func (a *Ask) Bytes() []byte {
	a.V = Version
	return encoded(a)
}

// ParseAsk is the inverse of Bytes. Errors are *RubbishError.
func ParseAsk(message []byte) (*Ask, error) {
	if len(message) > MaxMessage {
		return nil, rubbish("%d bytes", len(message))
	}
	a := &Ask{}
	if err := strict(message, a); err != nil {
		return nil, err
	}
	kinds := []Kind{AskHello, AskJob, AskSeed, AskBeat, AskStatus}
	switch {
	case a.V != Version || !slices.Contains(kinds, a.Kind):
		return nil, rubbish("question %.40q of version %d", a.Kind, a.V)
	case a.Jobs < 0 || a.Jobs > maxJobs || a.Busy < 0 || a.Busy > maxJobs || len(a.Solvers) > maxSolvers:
		return nil, rubbish("%d jobs and %d solvers", a.Jobs, len(a.Solvers))
	case a.At < 0 || a.Kind == AskSeed && !IsID(a.Hash):
		return nil, rubbish("a part at %d of seed %.40q", a.At, a.Hash)
	case !(a.OwnCPU >= 0 && a.OwnCPU < 1e12) || !(a.SolversCPU >= 0 && a.SolversCPU < 1e12):
		return nil, rubbish("CPU time")
	}
	if err := plain("a host", a.Host); err != nil {
		return nil, err
	}
	if err := plain("a version", a.Assay); err != nil {
		return nil, err
	}
	for _, s := range a.Solvers {
		if err := plain("a solver", s.Name); err != nil {
			return nil, err
		}
		if err := plain("a version", s.Version); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// An Answer is what a hub says to a question.
type Answer struct {
	V int `json:"v"`
	// Error says why there is no answer, "" where there is one. Out: the worker is not to work here at all.
	Error string `json:"error,omitempty"`
	Out   bool   `json:"out,omitempty"`
	// End: the campaign has ended.
	End bool `json:"end,omitempty"`
	// Size is that of the whole of which Data is a part.
	Size int64  `json:"size,omitempty"`
	Data []byte `json:"data,omitempty"`
	// Status answers AskStatus.
	Status *Status `json:"status,omitempty"`
}

// Bytes returns the answer as a message.
func (a *Answer) Bytes() []byte {
	a.V = Version
	return encoded(a)
}

// ParseAnswer is the inverse of Bytes. Errors are *RubbishError.
func ParseAnswer(message []byte) (*Answer, error) {
	if len(message) > 2*MaxMessage {
		return nil, rubbish("%d bytes", len(message))
	}
	a := &Answer{}
	if err := strict(message, a); err != nil {
		return nil, err
	}
	if a.V != Version || a.Size < 0 || a.Size > maxUnpacked || len(a.Data) > PartSize || len(a.Error) > 8*maxName {
		return nil, rubbish("an answer of version %d with %d bytes of %d", a.V, len(a.Data), a.Size)
	}
	return a, nil
}

func encoded(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and finite numbers
	}
	return data
}

// A Status is the state of a hub.
type Status struct {
	URL      string `json:"url"`
	Campaign string `json:"campaign"`
	// Workers is the number of those that were seen lately. Each has all of them, and those that have gone, as far as they are remembered.
	Workers int      `json:"workers"`
	Each    []Worker `json:"each"`
	// Mutants and Findings are those of the campaign.
	Mutants  int64 `json:"mutants"`
	Findings int   `json:"findings"`
	// Slots is how many were done since the hub was started, SlotsPerSecond how many a second in the last minute.
	Slots          int64   `json:"slots"`
	SlotsPerSecond float64 `json:"slots_per_second"`
	// Out is how many slots are handed out, and Window how many may be.
	Out    int `json:"out"`
	Window int `json:"window"`
	// Repeated are results that the hub had already, Refused messages that could not be used, GivenUp slots whose results were refused from several workers,
	// ShutOut workers that are not listened to any more.
	Repeated int64 `json:"repeated"`
	Refused  int64 `json:"refused"`
	GivenUp  int64 `json:"given_up"`
	ShutOut  int   `json:"shut_out"`
	// Messages and Bytes are those of results.
	Messages int64   `json:"messages"`
	Bytes    int64   `json:"bytes"`
	Seconds  float64 `json:"seconds"` // since it was started
}

// A Worker is what a hub knows of a worker.
type Worker struct {
	ID      string        `json:"id"`
	Host    string        `json:"host"`
	Assay   string        `json:"assay"`
	Jobs    int           `json:"jobs"`
	Busy    int           `json:"busy"`
	Solvers []SolverBuild `json:"solvers"`
	Slots   int64         `json:"slots"`
	Refused int64         `json:"refused,omitempty"`
	// Seen is how many seconds ago it was last heard of. Here: that is not long ago. Out: it is shut out.
	Seen float64 `json:"seen_seconds"`
	Here bool    `json:"here"`
	Out  bool    `json:"out,omitempty"`
}

// What hubs say when something is wrong.
const (
	// WhoAreYou: the hub was started anew, and wants AskHello.
	WhoAreYou  = "the hub does not know this worker yet"
	NoSuchSeed = "the campaign has no such seed"
)
