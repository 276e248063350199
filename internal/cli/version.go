package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

type versionInfo struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// What scripts/release.sh sets with -ldflags -X, so that a package does not depend on the checkout that it was built in.
var release, releaseCommit string

func thisVersion() versionInfo {
	v := versionInfo{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if release != "" {
		v.Version, v.Commit = release, releaseCommit
		return v
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" && info.Main.Version != "(devel)" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

type versionOptions struct {
	*Streams
	JSON bool
}

func newVersion(s *Streams) *cobra.Command {
	opts := &versionOptions{Streams: s}
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Which Assay this is",
		Example: "  assay version",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return opts.run() },
	}
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *versionOptions) run() error {
	v := thisVersion()
	if opts.JSON {
		return opts.printJSON(&v)
	}
	_, err := fmt.Fprintln(opts.Out, v)
	return err
}

// String returns one line.
func (v versionInfo) String() string {
	text := "assay " + v.Version
	if v.Commit != "" {
		text += ", commit " + v.Commit
		if v.Modified {
			text += " with changes"
		}
	}
	return fmt.Sprintf("%s, %s, %s", text, v.Go, v.Platform)
}
