package oracle

import "fmt"

// objections reports what checks of the user's object to. Nothing here can tell whether they are right, so that each is a suspicion.
func (o Observation) objections() []Finding {
	var found []Finding
	for _, by := range o.Objections {
		f := o.finding(ObjectionClass, WholeRun, by.Name, by.Title)
		f.Suspect = true
		f.Evidence = Evidence{
			Kind: EvidenceWord, By: by.By, Reason: by.Title, Detail: by.Detail,
			Summary: fmt.Sprintf("%s objects to what %s did: %s; that rests on the word of this program alone", by.Name, o.Solver, by.Title),
		}
		found = append(found, f)
	}
	return found
}
