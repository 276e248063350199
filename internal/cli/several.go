package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/report/figures"
)

// A joining joins several folders for a command that works in one.
type joining struct {
	*Streams
	// Out is where they are joined.
	Out   string
	flags *cobra.Command
}

// joinedOut is where several folders are joined unless the user says otherwise.
const joinedOut = "joined-out"

func (j *joining) bind(cmd *cobra.Command, s *Streams) {
	j.Streams, j.flags = s, cmd
	cmd.Flags().StringVar(&j.Out, "out", joinedOut, "with several DIRs, the `DIR` in which they are joined")
}

// folder returns the one folder of a command, in which several are joined.
func (j *joining) folder(ctx context.Context, dirs []string) (string, error) {
	if len(dirs) == 1 {
		if j.flags.Flags().Changed("out") {
			return "", usagef("--out says where several folders are joined, and there is one; the command works in %s", dirs[0])
		}
		return dirs[0], nil
	}
	if err := areCampaigns(dirs); err != nil {
		return "", err
	}
	unlock, err := notInTriage(j.Out)
	if err != nil {
		return "", err
	}
	defer unlock()
	m, err := campaign.Unite(ctx, j.Out, dirs)
	if err != nil {
		return "", mergeError(err)
	}
	fmt.Fprintf(j.Err, "%s are joined in %s: %s in %s\n", plural(len(dirs), "folder"), j.Out, plural(m.Findings, "finding"), plural(int(m.Hits), "mutant"))
	for _, n := range m.Notes {
		fmt.Fprintf(j.Err, "note: %s\n", n)
	}
	return j.Out, nil
}

// areCampaigns makes sure that all folders are those of campaigns.
func areCampaigns(dirs []string) error {
	for _, dir := range dirs {
		if !campaign.IsThere(dir) && !campaign.HasShards(dir) {
			return noCampaign(dir)
		}
	}
	return nil
}

// notInTriage makes sure that no triage and no reduction runs in a folder, and that none begins until the function that it returns is called.
func notInTriage(dir string) (unlock func(), err error) {
	file := filepath.Join(dir, triageLock)
	if !isThere(file) {
		return func() {}, nil
	}
	l, err := disk.TryLock(file)
	if errors.Is(err, disk.ErrLocked) {
		return nil, usagef("%s: assay triage or assay reduce is running there; try again when it has ended", dir)
	}
	if err != nil {
		return nil, err
	}
	return l.Unlock, nil
}

// marksOf are the folders that have lists of known bugs of their own.
func marksOf(dirs []string) (out []string) {
	for _, dir := range dirs {
		if isThere(filepath.Join(dir, known.FileName)) {
			out = append(out, dir)
		}
	}
	return out
}

// figuresOf joins several folders in a temporary one, and reads their figures.
func figuresOf(ctx context.Context, dirs []string, flags *knownFlags) (*figures.Campaign, error) {
	if err := areCampaigns(dirs); err != nil {
		return nil, err
	}
	temp, err := disk.NewTemp("stats")
	if err != nil {
		return nil, err
	}
	defer temp.Remove()
	out := temp.Path("joined")
	if _, err := campaign.Unite(ctx, out, dirs); err != nil {
		return nil, mergeError(err)
	}
	list, _, err := (&knownFlags{Paths: append(marksOf(dirs), flags.Paths...)}).load(out)
	if err != nil {
		return nil, err
	}
	c, err := figures.Load(out, list)
	if err != nil {
		return nil, withExit(exitFailed, plainPathError(err))
	}
	c.Out = "DIR..." // in the commands to go on with
	whereFound(c, dirs)
	return c, nil
}

// whereFound names the folders in which findings were found, instead of copies of them.
func whereFound(c *figures.Campaign, dirs []string) {
	type key struct{ signature, mutant string }
	places := make(map[key]string)
	for _, dir := range dirs {
		all, _ := findings.LoadRecords(filepath.Join(dir, findings.Folder)) // what cannot be read is no place
		for _, f := range all {
			k := key{f.Signature, f.Provenance.Mutant}
			if _, ok := places[k]; !ok {
				places[k] = f.Dir
			}
		}
	}
	place := func(b *findings.Brief) {
		if f, err := findings.LoadRecord(b.Dir); err == nil {
			if dir, ok := places[key{f.Signature, f.Provenance.Mutant}]; ok {
				b.Dir = dir
			}
		}
	}
	for i := range c.Findings {
		place(&c.Findings[i])
	}
	for i := range c.Apart {
		place(&c.Apart[i])
	}
	for i := range c.Known {
		place(&c.Known[i].Brief)
	}
}

// dirsAndTopic takes apart the arguments of assay stats: folders, and perhaps a topic.
func dirsAndTopic(args []string) (dirs []string, topic string, err error) {
	last := len(args) - 1
	for _, dir := range args[:last] {
		if _, err := os.Stat(dir); err != nil && figures.Find(dir) != nil {
			return nil, "", usagef("%s is a topic: give one, after the folders, as in assay stats %s %s", dir, strings.Join(args[:1], " "), dir)
		}
	}
	if _, err := os.Stat(args[last]); last > 0 && (figures.Find(args[last]) != nil || err != nil && !strings.ContainsRune(args[last], filepath.Separator)) {
		return args[:last], args[last], nil
	}
	return args, "", nil
}
