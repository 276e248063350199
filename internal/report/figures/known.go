package figures

import "github.com/assay-smt/assay/internal/campaign"

// A KnownBug is a known bug with the findings of it.
type KnownBug struct {
	campaign.KnownFinding // the first of them
	Findings, Hits        int64
}

// KnownBugs are the known bugs that the campaign met, each once, in the order of their first findings.
func (c *Campaign) KnownBugs() []KnownBug {
	var bugs []KnownBug
	place := make(map[string]int)
	for _, k := range c.Known {
		i, there := place[k.Bug]
		if !there {
			i = len(bugs)
			place[k.Bug] = i
			bugs = append(bugs, KnownBug{KnownFinding: k})
		}
		bugs[i].Findings++
		bugs[i].Hits += k.Hits
	}
	return bugs
}
