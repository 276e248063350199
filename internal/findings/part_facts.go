package findings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// facts are the lines at the end of a report: versions, configuration, machine, origin.
func (r *tracked) facts() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n", programMark, r.program())
	b.WriteString(r.versions())
	b.WriteString(r.contrary())
	fmt.Fprintf(&b, "- Configuration: %s\n", r.configuration())
	if m := r.machine(); m != "" {
		fmt.Fprintf(&b, "- Machine: %s\n", m)
	}
	if o := r.origin(); o != "" {
		fmt.Fprintf(&b, "- Found by: %s\n", o)
	}
	return b.String()
}

// programMark begins the first of these lines.
const programMark = "- Program: "

// program is the solver that the commands mean, by the name that assay solvers list has for it, and what it says about itself.
func (r *tracked) program() string {
	name := r.Family
	if r.Version != "" {
		name += "@" + r.Version
	}
	text := code(name)
	if build := r.build(); build != "" && build != r.Version && build != strings.TrimSpace(r.Family+" "+r.Version) {
		text += ", " + plainText(build)
	}
	return text
}

// build is the version as the solver reports it.
func (r *tracked) build() string {
	if r.Reduction.Build != "" {
		return r.Reduction.Build
	}
	return strings.TrimSpace(r.Family + " " + r.Version)
}

// configuration says what is needed to see it: options, tactics, a session, a check mode; and in how many runs it shows.
func (r *tracked) configuration() string {
	parts := r.options()
	if r.Session != nil {
		parts = append(parts, "a session (all of "+code(SessionFile)+" in one process)")
	}
	switch {
	case r.Reduction.Plain == nil && r.arguments() != "" && r.Session == nil:
		parts = append(parts, "options "+code(r.arguments())+", as it was found")
	case len(parts) == 0 && r.NeedsIn(r.script()).Default():
		parts = []string{"default"}
	case len(parts) == 0:
		parts = []string{plainText(r.NeedsIn(r.script()).String())}
	}
	rate := r.rate()
	switch {
	case rate.Runs == 0:
	case rate.Shown == rate.Runs:
		parts = append(parts, fmt.Sprintf("shows in %d of %d runs", rate.Shown, rate.Runs))
	default:
		parts = append(parts, fmt.Sprintf("flaky: shows in %d of %d runs", rate.Shown, rate.Runs))
	}
	return strings.Join(parts, "; ")
}

// rate is how often it showed: when it was found or reduced and in triage, or in the runs that were made to count it, whichever are more.
func (r *tracked) rate() Repetition {
	if r.Class.Measured() {
		return Repetition{} // one run shows nothing; what was measured has its own paragraph
	}
	n := r.Repeated
	if c := r.Reduction.Confirmed; c.Runs > n.Runs {
		n = c
	}
	return r.history.Counted(Repetition{Runs: n.Runs + r.note.Runs, Shown: n.Shown + r.note.Shown})
}

// options are the options, tactics and modes of checking without which it does not show.
func (r *tracked) options() []string {
	var parts []string
	for _, o := range r.Reduction.Options {
		text := code(strings.TrimSpace(o.Name + " " + o.Value))
		var about []string
		if o.Level != "" {
			about = append(about, plainText(o.Level))
		}
		if o.Default != "" {
			about = append(about, "default "+code(o.Default))
		}
		if o.Script {
			about = append(about, "set in the file")
		}
		if len(about) > 0 {
			text += " (" + strings.Join(about, ", ") + ")"
		}
		parts = append(parts, text)
	}
	for _, t := range r.NeedsIn(r.script()).Tactics {
		parts = append(parts, "the tactic "+code(clipped(t)))
	}
	for _, c := range r.Reduction.Commands {
		word, _, _ := strings.Cut(strings.Trim(c, "()"), " ")
		switch word {
		case "check-sat-assuming":
			parts = append(parts, "check mode "+code(word))
		case "push", "pop", "reset", "reset-assertions":
			if p := "incremental use, " + code(c); !slices.Contains(parts, p) {
				parts = append(parts, p)
			}
		}
	}
	return parts
}

// machine is the system that it was run on, unless a heading has it, and the build of the program: its package and checksum. A wheel's
// program is often the front end of a library, or a launcher; then the file that does the work is named.
func (r *tracked) machine() string {
	var parts []string
	if r.Reduction.System != "" && !r.system {
		parts = append(parts, plainText(r.Reduction.System))
	}
	p := r.ProgramOf(r.Solver)
	if p == nil {
		return strings.Join(parts, "; ")
	}
	if p.Package != "" {
		text := "package " + plainText(p.Package)
		if client, name, ok := strings.Cut(p.Package, " "); ok && strings.Contains(name, " ") {
			text = "package " + plainText(name) + " from " + plainText(client)
		}
		parts = append(parts, text)
	}
	main := p.Main()
	text := fmt.Sprintf("sha256 %s of %s", code(main.SHA256), code(filepath.Base(main.Path)))
	if main.Path != p.Path {
		text += ", of which the program is the front end"
	}
	return strings.Join(append(parts, text), "; ")
}

// origin says who found it, in one line.
func (r *tracked) origin() string {
	p := r.Provenance
	who := "Assay"
	if p.Assay != "" {
		who += " " + p.Assay
	}
	parts := []string{plainText(who)}
	if p.Engine != "" {
		parts[0] += ", engine " + plainText(p.Engine) + ", seed " + strconv.FormatUint(p.CampaignSeed, 10)
	}
	if s := r.Session; s != nil && s.Found > s.Queries && s.Queries > 0 {
		parts = append(parts, fmt.Sprintf("reduced from %d queries to %d", s.Found, s.Queries))
	} else if d := r.Reduction; d.Bytes > d.Reduced && d.Reduced > 0 {
		parts = append(parts, "reduced from "+grouped(d.Bytes)+" to "+grouped(d.Reduced)+" bytes")
	}
	if p.Mutant != "" {
		parts = append(parts, "mutant "+code(p.Mutant))
	}
	return strings.Join(parts, "; ")
}

// grouped writes a number with its thousands apart.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
