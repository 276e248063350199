package bisect

// None stands for no version in a History.
const None = -1

// A History is what is known about a line of versions, by their places in it. It is a plain value.
type History struct {
	// Line are the verdicts, the oldest version first.
	Line []Verdict
	// Changes are the places at which the verdict changes: From is the last version before the change that decides, To the first one after it.
	// The versions between them cannot say, or were not asked.
	Changes []Change
	// Monotone: the defect came at most once, and went at most once after that, as far as versions were asked.
	Monotone bool
}

// A Change is where a defect came or went.
type Change struct {
	From, To int
	// Came: it does not show in From, and shows in To.
	Came bool
	// Between is the number of versions between the two: the change is in one of them, or in To.
	Between int
}

// HistoryOf is what verdicts say about a line of versions, the oldest first.
func HistoryOf(line []Verdict) History {
	h := History{Line: line}
	last, came, went := None, 0, 0
	for i, v := range line {
		if !v.Decides() {
			continue
		}
		if last != None && line[last] != v {
			h.Changes = append(h.Changes, Change{From: last, To: i, Came: v == Shows, Between: i - last - 1})
			if v == Shows {
				came++
			} else {
				went++
			}
		}
		last = i
	}
	// A defect that comes and goes once cannot go first and then come again.
	h.Monotone = came <= 1 && went <= 1 && !(came == 1 && went == 1 && !h.Changes[0].Came)
	return h
}

// FirstBad is the first version in which the defect shows, None when it shows in none that was asked.
func (h History) FirstBad() int { return h.first(Shows, 0, 1) }

// LastBad is the last version in which the defect shows.
func (h History) LastBad() int { return h.first(Shows, len(h.Line)-1, -1) }

// LastGood is the last version without the defect before the first one with it.
func (h History) LastGood() int {
	bad := h.FirstBad()
	if bad == None {
		return None
	}
	return h.first(Absent, bad, -1)
}

// FirstFixed is the first version without the defect after the last one with it.
func (h History) FirstFixed() int {
	bad := h.LastBad()
	if bad == None {
		return None
	}
	return h.first(Absent, bad, 1)
}

func (h History) first(v Verdict, from, step int) int {
	for i := from; i >= 0 && i < len(h.Line); i += step {
		if h.Line[i] == v {
			return i
		}
	}
	return None
}

// Assumed returns what to assume of a version that was not asked: what its nearest deciding neighbours agree on, or what the only one says.
func (h History) Assumed(i int) Verdict {
	if h.Line[i] != Unasked {
		return h.Line[i]
	}
	left, right := Unasked, Unasked
	for k := i; k >= 0 && left == Unasked; k-- {
		if h.Line[k].Decides() {
			left = h.Line[k]
		}
	}
	for k := i; k < len(h.Line) && right == Unasked; k++ {
		if h.Line[k].Decides() {
			right = h.Line[k]
		}
	}
	switch {
	case left == right, right == Unasked:
		return left
	case left == Unasked:
		return right
	}
	return Unclear
}
