package main

import (
	"fmt"
	"slices"
	"strings"
)

// table writes one line for each comparison and fuzzer. Times are relative to the first fuzzer.
func table(o options, fuzzers []fuzzer, turns []turn) string {
	var b strings.Builder
	b.WriteString("| seeds | solvers | fuzzer | mutants/s | (min-max) | times | mutants/CPU s | (min-max) | times | calls/s | findings | remarks |\n")
	b.WriteString("|---|---|---|---:|---|---:|---:|---|---:|---:|---:|---|\n")
	for _, solvers := range o.solvers {
		var first line
		for i, f := range fuzzers {
			l := lineOf(turns, solvers, f.name)
			if i == 0 {
				first = l
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | (%s-%s) | %s | %s | (%s-%s) | %s | %s | %s | %s |\n", o.name, strings.ReplaceAll(solvers, ";", " "), f.name,
				number(l.perSecond.mid()), number(l.perSecond.low()), number(l.perSecond.high()), times(l.perSecond, first.perSecond),
				number(l.perCPU.mid()), number(l.perCPU.low()), number(l.perCPU.high()), times(l.perCPU, first.perCPU),
				number(l.calls.mid()), number(l.findings.mid()), strings.Join(l.remarks, "; "))
		}
	}
	return b.String()
}

// A line summarises the rounds of one fuzzer.
type line struct {
	perSecond, perCPU, calls, findings values
	remarks                            []string
}

func lineOf(turns []turn, solvers, fuzzer string) line {
	var l line
	for _, t := range turns {
		if t.Solvers != solvers || t.Fuzzer != fuzzer {
			continue
		}
		if t.Remark != "" && !slices.Contains(l.remarks, t.Remark) {
			l.remarks = append(l.remarks, t.Remark)
		}
		if t.Seconds > 0 && t.CPU > 0 {
			l.perSecond = append(l.perSecond, t.Mutants/t.Seconds)
			l.perCPU = append(l.perCPU, t.Mutants/t.CPU)
			l.calls = append(l.calls, t.Calls/t.Seconds)
			l.findings = append(l.findings, float64(t.Findings))
		}
	}
	return l
}

// values are one figure in all rounds.
type values []float64

func (v values) at(part float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(v))[int(part*float64(len(v)-1))]
}

func (v values) low() float64  { return v.at(0) }
func (v values) mid() float64  { return v.at(0.5) }
func (v values) high() float64 { return v.at(1) }

func times(v, first values) string {
	if first.mid() == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", v.mid()/first.mid())
}

func number(v float64) string {
	if v >= 100 || v == float64(int(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}
