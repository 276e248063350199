package certified

import (
	"bufio"
	"bytes"
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/sandbox"
	"github.com/assay-smt/assay/internal/solver"
)

// help is what a solver says of its options, by name.
type help map[string]entry

type entry struct{ level, standard string }

// helpTime bounds a solver's listing of its options.
const helpTime = 10 * time.Second

// helpOf asks a solver for its options, in the two forms that are known: a list of parameters with defaults (-p), and the usage
// (--help) that marks experts' options. What cannot be read is not in it.
func helpOf(ctx context.Context, t solver.Target) help {
	h := help{}
	for _, arg := range []string{"--help", "-p"} {
		res, err := sandbox.Run(ctx, sandbox.Command{Argv: []string{t.Path(), arg}, Timeout: helpTime})
		if err != nil || res.Reason != sandbox.Exited {
			continue
		}
		h.usage(res.Stdout)
		h.parameters(res.Stdout)
	}
	return h
}

var (
	usageLine = regexp.MustCompile(`^  (-[^ ].*)$`)
	usageName = regexp.MustCompile(`--?[A-Za-z][-A-Za-z0-9]*`)
	moduleOf  = regexp.MustCompile(`^\[module\] ([^ ,]+)`)
	parameter = regexp.MustCompile(`^    ([A-Za-z_][\w.]*) \([^)]*\)(?:.*\(default: ([^)]*)\))?`)
)

// usage reads options in sections; those of the section of common ones are common, those marked for experts are expert.
func (h help) usage(text []byte) {
	common := false
	var last []string
	in := bufio.NewScanner(bytes.NewReader(text))
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.Contains(line, "commonly-used") && strings.HasSuffix(line, ":"):
			common = true
		case strings.HasPrefix(line, "From ") || strings.HasPrefix(line, "Additional"):
			common, last = false, nil
		case usageLine.MatchString(line):
			names, _, _ := strings.Cut(line, "  enable") // names stand in front of the explanation
			if at := strings.Index(strings.TrimLeft(names, " "), "  "); at >= 0 {
				names = strings.TrimLeft(names, " ")[:at]
			}
			last = usageName.FindAllString(names, -1)
			for _, name := range last {
				e := h[name]
				if e.level = "regular"; common {
					e.level = "common"
				}
				h[name] = e
			}
		}
		if strings.Contains(line, "EXPERTS") {
			for _, name := range last {
				e := h[name]
				e.level = "expert"
				h[name] = e
			}
		}
	}
}

// parameters reads parameters with their defaults, those of a module with its name in front.
func (h help) parameters(text []byte) {
	module := ""
	in := bufio.NewScanner(bytes.NewReader(text))
	for in.Scan() {
		if m := moduleOf.FindStringSubmatch(in.Text()); m != nil {
			module = m[1] + "."
			continue
		}
		if m := parameter.FindStringSubmatch(in.Text()); m != nil {
			e := h[module+m[1]]
			e.standard = m[2]
			h[module+m[1]] = e
		}
	}
}

// used says what is known of an option. Options of a script stand for those of the command line.
func (h help) used(o solver.Option, script bool) Used {
	name := o.Name
	if script {
		name = "--" + strings.TrimPrefix(name, ":")
		if _, known := h[name]; !known {
			name = strings.TrimPrefix(o.Name, ":")
		}
	}
	e, known := h[name]
	if !known {
		e = h[strings.Replace(name, "--no-", "--", 1)]
	}
	return Used{Option: o, Script: script, Level: e.level, Default: e.standard}
}
