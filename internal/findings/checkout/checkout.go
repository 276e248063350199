package checkout

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// gitTime bounds each command of git.
const gitTime = 5 * time.Minute

// maxRevisions bounds a line of revisions.
const maxRevisions = 1 << 20

// A Checkout is a folder under git with the command that builds it. Its fields are set before first use. It belongs to one goroutine.
type Checkout struct {
	// Dir is the folder; Build is the command, for a shell, that builds what is checked out in it.
	Dir, Build string
	// Time bounds a build, 0 for no bound.
	Time time.Duration

	home string // what was checked out at first: a branch, or a revision
	top  string // the folder of the whole checkout
	// untracked has a file that was not tracked at first, by its name and by those of its folders.
	untracked map[string]string
}

// An Error says that the checkout cannot be used.
type Error struct {
	Dir, Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Dir, e.Problem) }

// A BuildError says that a revision does not build.
type BuildError struct {
	Revision string
	// Said is the last line that the build printed.
	Said string
}

func (e *BuildError) Error() string { return fmt.Sprintf("%s does not build: %s", e.Revision, e.Said) }

// Open makes sure that the folder is a checkout without changes, and remembers what is checked out and which files are not tracked. Errors are *Error and that of ctx.
func (c *Checkout) Open(ctx context.Context) (err error) {
	if c.top, err = c.git(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return err
	}
	changed, err := c.git(ctx, "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return err
	}
	if changed != "" {
		first, _, _ := strings.Cut(changed, "\n")
		return &Error{c.Dir, fmt.Sprintf("there are changes that are not committed (%s); commit or stash them, or give another checkout", strings.TrimSpace(first))}
	}
	if c.home, err = c.git(ctx, "symbolic-ref", "--quiet", "--short", "HEAD"); err != nil {
		c.home, err = c.git(ctx, "rev-parse", "HEAD")
	}
	if err != nil {
		return err
	}
	return c.findUntracked(ctx)
}

// Close checks out what was there at first, even when ctx has ended. There were no changes to tracked files: those that are there now were
// made by a build, and would be in the way, or be left behind.
func (c *Checkout) Close(ctx context.Context) error {
	if c.home == "" {
		return nil
	}
	return c.checkOut(context.WithoutCancel(ctx), c.home)
}

// checkOut checks a revision out. Whatever a build has changed in tracked files, or made where the revision has files, is skipped; files that were
// there at first without being tracked do not, so that a revision that has a file in their place is an error.
func (c *Checkout) checkOut(ctx context.Context, rev string, args ...string) error {
	if len(c.untracked) > 0 {
		// Names from the top, as findUntracked has them: Dir may be a folder within the checkout.
		text, err := c.git(ctx, "ls-tree", "-r", "-z", "--name-only", "--full-tree", rev)
		if err != nil {
			return err
		}
		for name := range strings.SplitSeq(text, "\x00") {
			if mine := c.inTheWay(name); mine != "" {
				return &Error{c.Dir, fmt.Sprintf("%s is not tracked, and would be overwritten by %s: move it away, or give another checkout", mine, rev)}
			}
		}
	}
	_, err := c.git(ctx, append(append([]string{"checkout", "--quiet", "--force"}, args...), rev)...)
	return err
}

// inTheWay is a file that was not tracked at first and that a tracked one of this name would replace, "" for none.
func (c *Checkout) inTheWay(name string) string {
	if mine, ok := c.untracked[name]; ok {
		return mine
	}
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		if mine, ok := c.untracked[at]; ok && mine == at { // a file where the revision has a folder
			return mine
		}
	}
	return ""
}

// findUntracked remembers the files that are not tracked, by their names and by those of the folders that they are in.
func (c *Checkout) findUntracked(ctx context.Context) error {
	text, err := c.git(ctx, "ls-files", "--others", "-z", "--full-name", ":/")
	if err != nil {
		return err
	}
	c.untracked = make(map[string]string)
	for name := range strings.SplitSeq(text, "\x00") {
		if name = strings.TrimSuffix(name, "/"); name == "" { // a checkout in the checkout ends with a slash
			continue
		}
		c.untracked[name] = name
		for at := path.Dir(name); at != "." && c.untracked[at] == ""; at = path.Dir(at) {
			c.untracked[at] = name
		}
	}
	return nil
}

// Commit returns the name under which Line has a revision.
func (c *Checkout) Commit(ctx context.Context, rev string) (string, error) {
	hash, err := c.git(ctx, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil || strings.HasPrefix(rev, "-") {
		return "", &Error{c.Dir, fmt.Sprintf("there is no revision %q", rev)}
	}
	return hash, nil
}

// Line returns the revisions from one to another, both among them, the oldest first: along first parents, as they came to the branch. The
// two may come in any order, and one must stand behind the other.
func (c *Checkout) Line(ctx context.Context, a, b string) ([]string, error) {
	var ends [2]string
	for i, rev := range []string{a, b} {
		var err error
		if ends[i], err = c.Commit(ctx, rev); err != nil {
			return nil, err
		}
	}
	if ends[0] == ends[1] {
		return nil, &Error{c.Dir, fmt.Sprintf("%s and %s are the same revision", a, b)}
	}
	for range 2 {
		if _, err := c.git(ctx, "merge-base", "--is-ancestor", ends[0], ends[1]); err == nil {
			revisions, err := c.between(ctx, ends[0], ends[1])
			return append([]string{ends[0]}, revisions...), err
		}
		slices.Reverse(ends[:])
	}
	return nil, &Error{c.Dir, fmt.Sprintf("neither of %s and %s stands behind the other", a, b)}
}

// between returns the revisions behind old up to new along first parents, the oldest first.
func (c *Checkout) between(ctx context.Context, old, new string) ([]string, error) {
	text, err := c.git(ctx, "rev-list", "--first-parent", "--reverse", fmt.Sprintf("--max-count=%d", maxRevisions), old+".."+new)
	return strings.Fields(text), err
}

// Merged returns the revisions that a merge brought in, the oldest first; none when it is no merge of two.
func (c *Checkout) Merged(ctx context.Context, rev string) ([]string, error) {
	text, err := c.git(ctx, "rev-list", "--parents", "--max-count=1", rev)
	if err != nil {
		return nil, err
	}
	if parents := strings.Fields(text); len(parents) == 3 {
		return c.between(ctx, parents[1], parents[2])
	}
	return nil, nil
}

// Describe returns the first line of a revision's message.
func (c *Checkout) Describe(ctx context.Context, rev string) string {
	text, err := c.git(ctx, "log", "--max-count=1", "--format=%s", rev)
	if err != nil {
		return ""
	}
	return text
}

// Make checks a revision out and builds it. Errors are *BuildError, *Error and that of ctx.
func (c *Checkout) Make(ctx context.Context, rev string) error {
	if err := c.checkOut(ctx, rev, "--detach"); err != nil {
		return err
	}
	if !c.isThere() {
		return &BuildError{rev, c.Dir + " is not there"}
	}
	res, err := sandbox.Run(ctx, sandbox.Command{Argv: []string{"sh", "-c", c.Build}, Dir: c.Dir, Timeout: c.Time, MaxOutput: 1 << 20})
	switch {
	case err != nil:
		return &Error{c.Dir, err.Error()}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case res.Reason == sandbox.TimedOut:
		return &BuildError{rev, fmt.Sprintf("it takes longer than %v", c.Time)}
	case res.Reason != sandbox.Exited || res.ExitCode != 0:
		return &BuildError{rev, lastLine(res)}
	}
	return nil
}

// lastLine is the last line that a command printed, on standard error if there is one.
func lastLine(res sandbox.Result) string {
	for _, stream := range [][]byte{res.Stderr, res.Stdout} {
		lines := strings.Split(strings.TrimSpace(string(stream)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			return strings.ToValidUTF8(last, "?")
		}
	}
	return fmt.Sprintf("%v, exit status %d", res.Reason, res.ExitCode)
}

// isThere reports whether there is the folder, which may be one within the checkout that not every revision has.
func (c *Checkout) isThere() bool {
	info, err := os.Stat(c.Dir)
	return err == nil && info.IsDir()
}

// git runs a command of git and returns what it printed. It runs in the folder, which git then does not remove, not even where a revision lacks it; older
// versions of git do, and then it runs at the top.
func (c *Checkout) git(ctx context.Context, args ...string) (string, error) {
	cmd := sandbox.Command{Argv: append([]string{"git"}, args...), Dir: c.Dir, Timeout: gitTime, MaxOutput: 64 << 20}
	if !c.isThere() {
		cmd.Argv, cmd.Dir = append([]string{"git", "-C", cmp.Or(c.top, c.Dir)}, args...), ""
	}
	res, err := sandbox.Run(ctx, cmd)
	switch {
	case err != nil:
		return "", &Error{c.Dir, err.Error()}
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case res.Reason != sandbox.Exited || res.ExitCode != 0:
		return "", &Error{c.Dir, fmt.Sprintf("git %s: %s", args[0], lastLine(res))}
	}
	return strings.TrimSpace(string(res.Stdout)), nil
}
