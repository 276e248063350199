package conform

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Table returns a table of several solvers: solvers and versions down, checks across. A needed check that failed is in capitals.
func Table(reports []Report) string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	head := []string{"SOLVER", "VERSION"}
	for _, c := range Checks() {
		head = append(head, c.ID)
	}
	fmt.Fprintln(w, strings.Join(append(head, "USABLE"), "\t"))
	for i := range reports {
		r := &reports[i]
		row := []string{visible.Line(r.Profile), visible.Line(r.Version)}
		for _, c := range Checks() {
			cell := "?"
			if res, made := r.Result(c.ID); made {
				cell = string(res.State)
				if res.Failed() {
					cell = strings.ToUpper(cell)
				}
			}
			row = append(row, cell)
		}
		usable := "yes"
		if !r.Usable() {
			usable = "NO"
		}
		fmt.Fprintln(w, strings.Join(append(row, usable), "\t"))
	}
	_ = w.Flush() // a buffer takes everything
	return b.String()
}

// String returns the report as lines for people.
func (r *Report) String() string {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  CHECK\tSTATE\tTHE PROFILE SAYS\tIT DID")
	for _, x := range r.Results {
		fmt.Fprintf(w, "  %s\n", x.row())
	}
	_ = w.Flush() // a buffer takes everything
	return b.String()
}

// row returns the cells of a result, separated by tabs.
func (r Result) row() string {
	state := string(r.State)
	if r.Failed() {
		state = strings.ToUpper(state)
	}
	const width = 100
	did := []rune(visible.Line(r.Did))
	if len(did) > width {
		did = append(did[:width:width], []rune("...")...)
	}
	return strings.Join([]string{r.Check, state, visible.Line(r.Expected), string(did)}, "\t")
}

// Conclusion summarises a report in one sentence.
func (r *Report) Conclusion() string {
	verdict := "usable"
	if !r.Usable() {
		verdict = "not usable"
	}
	return fmt.Sprintf("%s: %d as the profile says, %d not, %d lacking, %d that the profile does not claim",
		verdict, r.Count(OK), r.Count(Differs), r.Count(Lacks), r.Count(Unclaimed))
}
