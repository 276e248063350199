package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// A client is a package client of this machine.
type client interface {
	// versions returns the versions of a source's package that fit this machine.
	versions(ctx context.Context, s solver.PackageSource) ([]string, error)
	// fetch downloads the package of a choice into the workshop.
	fetch(ctx context.Context, c Choice, w workshop) error
	// build makes the tree from what was downloaded.
	build(ctx context.Context, c Choice, w workshop) error
}

// client finds the package client of a source. temp is a folder for its files.
func (in *Installer) client(ctx context.Context, name string, s solver.PackageSource, temp string) (client, error) {
	r := runner{in: in, solver: name, client: s.Client, temp: temp}
	switch s.Client {
	case solver.ClientPip:
		return newPip(ctx, r)
	case solver.ClientMaven:
		return newMaven(r)
	default:
		return newApt(r)
	}
}

const (
	// clientTime bounds a run of a package client.
	clientTime = 15 * time.Minute
	// tryTime bounds the time that a program may take to report its version.
	tryTime = time.Minute
	// clientOutput is how much of a client's output is read.
	clientOutput = 4 << 20
)

// A runner runs the commands of one package client.
type runner struct {
	in     *Installer
	solver string
	client string
	temp   string
	env    []string // variables for its commands, besides those of the installer
}

// inWorkshop returns a runner for one version, with temporary files in its workshop.
func (r runner) inWorkshop(c Choice, w workshop) runner {
	r.solver, r.temp = c.String(), w.temp()
	return r
}

// run runs a command in a folder, and returns what it printed. Errors are *Error, *disk.OutputError and that of ctx.
func (r runner) run(ctx context.Context, dir string, argv ...string) (sandbox.Result, error) {
	env := append(slices.Clone(r.in.Env), "TMPDIR="+r.temp, "LC_ALL=C", "PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_NO_INPUT=1",
		"PIP_REQUIRE_VIRTUALENV=0", "PIP_PROGRESS_BAR=off")
	env = append(env, r.env...)
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: dir, Env: env, Timeout: clientTime, MaxOutput: clientOutput})
	switch {
	case ctx.Err() != nil:
		return res, context.Cause(ctx)
	case err != nil:
		return res, r.fail(argv, err.Error(), "")
	case res.Reason == sandbox.TimedOut:
		return res, r.fail(argv, fmt.Sprintf("it did not end within %v", clientTime), "try again later")
	case res.ExitCode != 0:
		return res, r.failed(argv, res)
	}
	return res, nil
}

var (
	offlineText = regexp.MustCompile(`(?i)connection broken|NewConnectionError|ConnectTimeout|Max retries exceeded|name resolution|` +
		`could not resolve|network is unreachable|unknown host|UnresolvedAddress|Connection refused|Connection timed out|ProxyError|` +
		`No route to host|Failed to fetch|Could not connect|offline mode`)
	// What apt and pip say of a file that their mirrors list and do not have.
	goneText = regexp.MustCompile(`(?m)(?:(\S+)\s+404\s+Not Found|\b404 Client Error: .* for url: ([^\s#?]+))`)
	fullText = regexp.MustCompile(`(?i)no space left on device|Errno 28|disk quota exceeded|ENOSPC`)
	// Lines that say what went wrong, among everything else that a client prints.
	errorLine = regexp.MustCompile(`(?m)^(?:\x1b\[[0-9;]*m)*\s*(?:\[?ERROR\]?:?|E:|error:)\s*(.+)$`)
)

// failed is the error of a client that ended with an error.
func (r runner) failed(argv []string, res sandbox.Result) error {
	text := string(res.Stderr) + "\n" + string(res.Stdout)
	switch {
	case fullText.MatchString(text):
		return &disk.OutputError{Path: r.temp, Err: syscall.ENOSPC}
	case goneText.MatchString(text):
		m := goneText.FindStringSubmatch(text)
		remedy := "try another version, or another mirror"
		if r.client == solver.ClientApt {
			remedy = "sudo apt-get update may help; otherwise " + remedy
		}
		return r.fail(argv, "its mirror does not have "+path.Base(cmp.Or(m[1], m[2])), remedy)
	case offlineText.MatchString(text):
		return &Error{Solver: r.solver, Offline: true, Problem: r.client + " cannot reach its packages",
			Remedy: "check the network and the proxy, and try again; what is installed stays usable (assay solvers list)"}
	}
	said := firstLine(text)
	if m := errorLine.FindStringSubmatch(text); m != nil {
		said = strings.TrimSpace(m[1])
	}
	if said == "" {
		said = "it ended with exit code " + fmt.Sprint(res.ExitCode)
		if res.Reason == sandbox.Signaled {
			said = "it was ended by " + res.Signal.String()
		}
	}
	return r.fail(argv, said, "")
}

func (r runner) fail(argv []string, problem, remedy string) error {
	if remedy == "" {
		remedy = "try it by hand: " + shell.Quote(argv)
	}
	return &Error{Solver: r.solver, Problem: r.client + ": " + problem, Remedy: remedy}
}

// missing is the error for a client that is not available.
func (r runner) missing(what, remedy string) error {
	return &Error{Solver: r.solver, Problem: what, Remedy: remedy}
}

// try makes a program print its version, and returns the first line of the output.
func (in *Installer) try(ctx context.Context, c Choice, w workshop) (string, error) {
	argv := append([]string{w.program(c)}, c.listing.VersionArgs...)
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: argv, Dir: w.dir, Env: in.Env, Timeout: tryTime, MaxOutput: clientOutput,
		Vars: []string{"GCOV_PREFIX=", "GCOV_PREFIX_STRIP="}}) // which would have it count elsewhere
	text := string(res.Stdout) + "\n" + string(res.Stderr)
	problem := ""
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		problem = err.Error()
	case res.Reason == sandbox.Signaled:
		problem = "it was ended by " + res.Signal.String()
	case res.Reason != sandbox.Exited:
		problem = "it " + res.Reason.String()
	case res.ExitCode != 0:
		problem = lastLine(text)
		if problem == "" {
			problem = fmt.Sprintf("it ends with exit code %d", res.ExitCode)
		}
	}
	if problem != "" {
		return "", &Error{Solver: c.String(), Problem: "its program does not run here", Err: errors.New(problem),
			Remedy: fmt.Sprintf("package %s %s of %s may be for another system: try another version", c.Source.Package, c.Packaged, c.Source.Client)}
	}
	return firstLine(text), nil
}

// lastLine is the last nonempty line of a text, which is where Python says what happened.
func lastLine(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			last = line
		}
	}
	return last
}
