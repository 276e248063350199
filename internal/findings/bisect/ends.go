package bisect

// Ends are the names of the versions between which a defect came and went, "" for none. A version between LastGood and FirstBad that cannot
// say may be the first bad one as well; likewise between LastBad and FirstFixed.
type Ends struct {
	FirstBad   string `json:"first_bad,omitempty"`
	LastGood   string `json:"last_good,omitempty"`
	LastBad    string `json:"last_bad,omitempty"`
	FirstFixed string `json:"first_fixed,omitempty"`
}

// Ends returns the ends of a history, by the names of its versions.
func (h History) Ends(name func(i int) string) Ends {
	of := func(i int) string {
		if i == None {
			return ""
		}
		return name(i)
	}
	return Ends{FirstBad: of(h.FirstBad()), LastGood: of(h.LastGood()), LastBad: of(h.LastBad()), FirstFixed: of(h.FirstFixed())}
}
