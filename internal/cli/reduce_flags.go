package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A reduceWay is one of the ways of assay reduce, as its usage has it.
type reduceWay string

// The ways.
const (
	byCommand reduceWay = "assay reduce FILE -- CMD..."
	bySolver  reduceWay = "assay reduce --solver SPEC FILE"
	inFolder  reduceWay = "assay reduce FINDING"
)

// A reduceFlag says with what a flag goes. Flags that go with everything have no row.
type reduceFlag struct {
	name  string
	ways  []reduceWay
	needs string // another flag, "" for none
	// slower: it says nothing about a difference in time, which is what --baseline keeps.
	slower bool
}

var (
	onlyCommand = []reduceWay{byCommand}
	onlySolver  = []reduceWay{bySolver}
	anyFile     = []reduceWay{byCommand, bySolver}
	anyFinding  = []reduceWay{bySolver, inFolder}
)

// reduceFlags are the flags of assay reduce that do not go with everything: elsewhere they would say nothing, and a user would believe that they do.
var reduceFlags = []reduceFlag{
	{name: "match-out", ways: onlyCommand},
	{name: "match-err", ways: onlyCommand},
	{name: "same-out", ways: onlyCommand},
	{name: "same-err", ways: onlyCommand},
	{name: "raw", ways: onlyCommand},
	{name: "cross-check", ways: onlyCommand},
	{name: "match-out-cc", ways: onlyCommand, needs: "cross-check"},
	{name: "match-err-cc", ways: onlyCommand, needs: "cross-check"},
	{name: "timeout-cc", ways: onlyCommand, needs: "cross-check"},
	{name: "out", ways: anyFile},
	{name: "timeout", ways: anyFile},
	{name: "memory", ways: anyFile},
	{name: "solver", ways: onlySolver},
	{name: "truth", ways: onlySolver, slower: true},
	{name: "class", ways: onlySolver, slower: true},
	{name: "blame", ways: onlySolver, slower: true},
	{name: "report", ways: onlySolver},
	{name: "finding", ways: onlySolver},
	{name: "baseline", ways: onlySolver},
	{name: "slower", ways: onlySolver, needs: "baseline"},
	{name: "profile", ways: anyFinding},
	{name: "referee", ways: anyFinding, slower: true},
	{name: "check", ways: anyFinding, slower: true},
	{name: "sessions", ways: anyFinding, slower: true},
}

// checkReduceFlags refuses flags that do not go with the way that the arguments ask for.
func checkReduceFlags(given *pflag.FlagSet, way reduceWay) error {
	for _, f := range reduceFlags {
		if !given.Changed(f.name) {
			continue
		}
		if !slices.Contains(f.ways, way) {
			var ways []string
			for _, w := range f.ways {
				ways = append(ways, string(w))
			}
			return usagef("--%s does not go with %s, only with %s%s", f.name, way, strings.Join(ways, " and "), whyNotInFolder(way))
		}
		if f.slower && given.Changed("baseline") {
			return usagef("--%s does not go with --baseline, which keeps that the solver is slower: nobody asks there who is right", f.name)
		}
		if f.needs != "" && !given.Changed(f.needs) {
			return usagef("--%s goes with --%s, which is not given", f.name, f.needs)
		}
	}
	return nil
}

// whyNotInFolder says what is done there instead.
func whyNotInFolder(way reduceWay) string {
	if way != inFolder {
		return ""
	}
	return ": the reduced finding and its report go into its folder, and the record says the rest"
}
