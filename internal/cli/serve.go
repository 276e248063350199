package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
	"github.com/assay-smt/assay/internal/ui/web"
)

// defaultListen is where pages are served: port 0 would change with each start.
const defaultListen = "127.0.0.1:7280"

type serveOptions struct {
	*Streams
	Dirs      []string
	Listen    string
	TokenFile string
	ReadOnly  bool
	JSON      bool
	Known     knownFlags
}

func newServe(s *Streams) *cobra.Command {
	opts := &serveOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "serve [flags] DIR...",
		Short: "Serve pages about campaigns",
		Long: `Serve pages about campaigns, which may be running: their progress, all bugs with filters and search, everything
about each of them, and the tables of assay stats. Bugs that assay triage has grouped can be marked as known,
reported or no bug; the marks go into the campaign's known.txt, as those of assay triage --mark do.

By default, only this machine can reach the pages. With another address in --listen, every reader needs a token: it is
made anew and printed with the address, or read from --token-file. The connection is not encrypted: use a tunnel, or a
server in front, where others can listen in.`,
		Example: `  assay serve out
  assay serve --listen 0.0.0.0:7280 --read-only nightly/*`,
		Args: minArgs(1, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Dirs = args
			return opts.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&opts.Listen, "listen", defaultListen, "the `ADDRESS` to listen at; port 0 takes a free one")
	cmd.Flags().StringVar(&opts.TokenFile, "token-file", "", "a `FILE` with the token that every reader needs")
	cmd.Flags().BoolVar(&opts.ReadOnly, "read-only", false, "nobody can mark bugs")
	opts.Known.bind(cmd)
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

func (opts *serveOptions) run(ctx context.Context) error {
	for _, dir := range opts.Dirs {
		if info, err := os.Stat(dir); err != nil {
			return missingFile(dir, err)
		} else if !info.IsDir() || !campaign.IsThere(dir) {
			return noCampaign(dir)
		}
		if err := campaignFolder(dir); err != nil { // marks go there
			return err
		}
	}
	pages, err := opts.open(ctx)
	if err != nil {
		return err
	}
	if err := opts.tell(pages.address); err != nil {
		_ = pages.listener.Close()
		return err
	}
	if err := pages.serve(ctx); err != nil {
		return withExit(exitFailed, err)
	}
	return nil // that is how it ends
}

// tell says where the pages are.
func (opts *serveOptions) tell(address string) error {
	if opts.JSON {
		return opts.printJSON(struct {
			Event   string `json:"event"`
			Address string `json:"address"`
		}{"serving", address})
	}
	return opts.say("%s\n", address)
}

// pages are ready to be served.
type pages struct {
	listener net.Listener
	config   web.Config
	// address has the token, if there is one.
	address string
}

// open listens.
func (opts *serveOptions) open(ctx context.Context) (*pages, error) {
	token, err := opts.token()
	if err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", opts.Listen)
	if err != nil {
		return nil, usagef("%s: %w", opts.Listen, plainNetError(err))
	}
	p := &pages{listener: listener, config: web.Config{Dirs: opts.Dirs, Token: token, Load: opts.load, Live: live.Read, Now: time.Now}}
	if !opts.ReadOnly {
		p.config.Mark = markFromPage
	}
	p.address = "http://" + listener.Addr().String() + "/"
	if token != "" {
		p.address += "?token=" + token
	}
	return p, nil
}

func (p *pages) serve(ctx context.Context) error {
	all := web.New(p.config)
	go all.Read()
	return web.Serve(ctx, p.listener, all)
}

// pages shows a campaign in a browser while it runs, if that is wanted. The function that it returns ends that.
func (opts *fuzzOptions) pages(ctx context.Context) (end func(), err error) {
	if opts.HTTP == "" {
		return func() {}, nil
	}
	s := serveOptions{Streams: opts.Streams, Dirs: []string{opts.OutDir}, Listen: opts.HTTP, Known: knownFlags{Paths: opts.Plan.Known}}
	p, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(opts.Err, "pages: %s\n", p.address)
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := p.serve(ctx); err != nil {
			fmt.Fprintf(opts.Err, "assay: the pages have ended: %v\n", err) // the campaign goes on
		}
	}()
	return func() { stop(); <-ended }, nil
}

// load reads a campaign with the lists of known bugs as they are now.
func (opts *serveOptions) load(dir string, cache *findings.Cache) (*figures.Campaign, *known.List, error) {
	list, own, err := opts.Known.load(dir)
	if err != nil {
		return nil, nil, err
	}
	c, err := figures.LoadWith(dir, list, cache)
	return c, own, err
}

// leastToken is the length of the shortest token that is taken.
const leastToken = 16

// token is what readers need, "" where only this machine can reach the pages and no token is given.
func (opts *serveOptions) token() (string, error) {
	if opts.TokenFile != "" {
		return readToken(opts.TokenFile)
	}
	host, _, err := net.SplitHostPort(opts.Listen)
	if err != nil {
		return "", usagef("%s: give HOST:PORT, such as %s", opts.Listen, defaultListen)
	}
	if ip := net.ParseIP(host); strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback() {
		return "", nil
	}
	return rand.Text(), nil
}

// readToken reads a token from a file; "" is no file, and no token.
func readToken(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", missingFile(file, err)
	}
	token := strings.TrimSpace(string(text))
	if len(token) < leastToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"&#%+;,\\`, r) }) {
		return "", usagef("--token-file %s: a token is one word of at least %d letters, digits and signs such as - and _", filepath.Base(file), leastToken)
	}
	return token, nil
}

// plainNetError is what went wrong without the address, which has been said.
func plainNetError(err error) error {
	var op *net.OpError
	if errors.As(err, &op) && op.Err != nil {
		return errors.New(strings.TrimPrefix(op.Err.Error(), "bind: "))
	}
	return fmt.Errorf("it cannot be used: %w", err)
}
