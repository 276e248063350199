package live

// samples is how many steps a History has at most.
const samples = 240

// A History is what happened in each step of a run. Steps become longer as the run does: there are at most 240 of them.
type History struct {
	// Step is the length of a step in seconds. The last step may not be over yet.
	Step     float64 `json:"step_seconds"`
	Mutants  []int64 `json:"mutants"`
	New      []int64 `json:"new_behaviour"`
	Findings []int64 `json:"findings"`
}

// add enters what happened since the last time, at a moment of the run.
func (h *History) add(at float64, mutants, news, findings int64) {
	if h.Step == 0 {
		h.Step = 1
	}
	at = max(at, 0)
	for at >= samples*h.Step {
		h.Step *= 2
		h.Mutants, h.New, h.Findings = halved(h.Mutants), halved(h.New), halved(h.Findings)
	}
	for step := int(at / h.Step); len(h.Mutants) <= step; {
		h.Mutants, h.New, h.Findings = append(h.Mutants, 0), append(h.New, 0), append(h.Findings, 0)
	}
	last := len(h.Mutants) - 1
	h.Mutants[last] += mutants
	h.New[last] += news
	h.Findings[last] += findings
}

// halved joins pairs of steps.
func halved(steps []int64) []int64 {
	var out []int64
	for i := 0; i < len(steps); i += 2 {
		n := steps[i]
		if i+1 < len(steps) {
			n += steps[i+1]
		}
		out = append(out, n)
	}
	return out
}

// lately is the time in seconds over which rates are taken.
const lately = 60

// Lately returns how many there were per second in about the last minute of a run that has taken a time: steps is a field of the history.
func (h *History) Lately(steps []int64, elapsed float64) float64 {
	if len(steps) == 0 || elapsed <= 0 || h.Step <= 0 {
		return 0
	}
	var n int64
	first := len(steps)
	for first > 0 && elapsed-float64(first)*h.Step < lately {
		first--
		n += steps[first]
	}
	return float64(n) / max(elapsed-float64(first)*h.Step, 1)
}
