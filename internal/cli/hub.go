package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-smt/assay/internal/base/cputime"
	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/campaign/fuzzer"
	"github.com/assay-smt/assay/internal/campaign/plan"
	"github.com/assay-smt/assay/internal/campaign/setup"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/hub"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/solver"
)

// busFlags say how a bus is reached, and who this is.
type busFlags struct {
	TokenFile, Creds, Nkey, CA string
}

func (f *busFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.TokenFile, "token-file", "", "a `FILE` with the token that workers need")
	cmd.Flags().StringVar(&f.Creds, "creds", "", "a `FILE` with NATS credentials")
	cmd.Flags().StringVar(&f.Nkey, "nkey", "", "a `FILE` with the seed of an nkey")
	cmd.Flags().StringVar(&f.CA, "ca", "", "a `FILE` with the certificates to trust, instead of those of the system")
}

// config is how to reach a bus at a URL.
func (f *busFlags) config(url string) (bus.Config, error) {
	token, err := readToken(f.TokenFile)
	return bus.Config{URL: url, Token: token, Creds: f.Creds, Nkey: f.Nkey, CA: f.CA}, err
}

type hubOptions struct {
	fuzzOptions
	Bus     busFlags
	NATS    string
	Listen  string
	Keys    []string
	Cert    string
	Key     string
	Metrics string
	Lease   period
	Quota   size
	// Triage groups findings as they come.
	Triage bool
}

// defaultQuota and leastQuota bound what the embedded server keeps.
const (
	defaultQuota size = 1 << 30
	leastQuota   size = 16 << 20
)

func newHub(s *Streams) *cobra.Command {
	opts := &hubOptions{fuzzOptions: fuzzOptions{Streams: s, Plan: plan.Default(), Jobs: 1}}
	cmd := &cobra.Command{
		Use:   "hub --solver SPEC --out DIR [flags] [SEEDS...]",
		Short: "Keep a campaign on which workers on many machines work",
		Long: `Keep a campaign on which workers on many machines work. The campaign is like one of assay fuzz, in the same kind of folder, but the mutants are made and
run by assay work, on any number of machines that come and go at any time. All commands that read a campaign read it: assay top, stats, triage, serve.
Findings are triaged here as they come. With an even effort (--mutants, --slots), the same mutants are run as by assay fuzz.

A NATS server with JetStream is part of the program, and keeps what is under way in DIR/jetstream; with --nats URL, the hub uses another one, or a
cluster of them. The same command on the same DIR goes on where it was ended, or killed.

By default, only workers on this machine can connect. With another address in --listen, workers need a token (--token-file) or a key (--key), and the
connection has to be encrypted (--tls-cert, --tls-key). Workers run only solvers of their own machines: the hub tells them names and options.

With --options search, workers send what their runs showed for the first time, and the hub decides what is new to the campaign.`,
		Example: `  assay hub --solver z3 --solver cvc5 --out out
  assay hub --solver z3@5.4.0 --out out --listen 0.0.0.0:4222 --token-file token --tls-cert cert.pem --tls-key key.pem seeds
  assay hub --solver z3 --out out --nats tls://nats.example.org:4222 --creds hub.creds
  assay hub status out`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Seeds = args
			return opts.run(cmd.Context())
		},
	}
	opts.fuzzOptions.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&opts.NATS, "nats", "", "the `URL` of a NATS server with JetStream to use instead of the embedded one; several of a cluster are separated by commas")
	f.StringVar(&opts.Listen, "listen", "", "the `ADDRESS` at which workers connect; without it, one of this machine alone, which stays the same")
	opts.Bus.bind(cmd)
	f.StringArrayVar(&opts.Keys, "key", nil, "the public nkey of a worker that may connect, as `KEY` (repeatable)")
	f.StringVar(&opts.Cert, "tls-cert", "", "a `FILE` with the certificate of the embedded server")
	f.StringVar(&opts.Key, "tls-key", "", "a `FILE` with its private key")
	f.StringVar(&opts.Metrics, "metrics", "", "serve /metrics, for Prometheus, and /healthz at `ADDRESS`")
	opts.Lease, opts.Quota = period(hub.DefaultLease), defaultQuota
	f.Var(&opts.Lease, "lease", "how long a worker may keep a slot without a sign of life before another one gets it")
	f.Var(&opts.Quota, "quota", "how much is kept of what is under way, such as 512MiB; workers wait while there is no room")
	f.BoolVar(&opts.Triage, "triage", true, "repeat and group findings on this machine as they come, as assay triage --watch does; --triage=false for none")
	groupFlags(cmd, hubGroups)
	cmd.AddCommand(newHubStatus(s))
	return cmd
}

var hubGroups = append([]flagGroup{
	{"How workers connect", []string{"listen", "nats", "token-file", "key", "tls-cert", "tls-key", "creds", "nkey", "ca", "lease", "quota", "metrics"}},
}, fuzzGroups...)

func (opts *hubOptions) run(ctx context.Context) error {
	if err := opts.checkHub(); err != nil {
		return err
	}
	files := map[string]string{}
	opts.read = func(ctx context.Context, file string) (string, error) {
		text, err := readConfig(ctx, file)
		if abs, absErr := filepath.Abs(file); err == nil && absErr == nil {
			files[file], files[abs] = text, text
		}
		return text, err
	}
	opts.elsewhere = func(ctx context.Context, c *setup.Campaign) (func(*campaign.Summary), error) {
		return opts.begin(ctx, c, files)
	}
	return opts.fuzzOptions.run(ctx)
}

// checkHub refuses what the command line says wrong about the hub.
func (opts *hubOptions) checkHub() error {
	switch {
	case opts.NATS != "" && (opts.Listen != "" || len(opts.Keys) > 0 || opts.Cert != "" || opts.Key != ""):
		return usagef("--listen, --key and --tls-cert are about the embedded server, and --nats uses another one")
	case (opts.Cert == "") != (opts.Key == ""):
		return usagef("--tls-cert and --tls-key belong together")
	case opts.NATS == "" && (opts.Bus.Creds != "" || opts.Bus.Nkey != "" || opts.Bus.CA != ""):
		return usagef("--creds, --nkey and --ca say how to connect to another server: give --nats URL")
	case time.Duration(opts.Lease) < time.Second || time.Duration(opts.Lease) > time.Hour:
		return usagef("--lease %s: give a time from 1s to 1h", opts.Lease.String())
	case opts.Quota < leastQuota:
		least := leastQuota
		return usagef("--quota %s: give at least %s", opts.Quota.String(), least.String())
	}
	return nil
}

// A hubRecord is the content of hub.json: where a hub is to be found. It has no secrets.
type hubRecord struct {
	Campaign string `json:"campaign"`
	URL      string `json:"url"`
	// Listen is where the embedded server listened.
	Listen string `json:"listen,omitempty"`
	// The files that are needed to connect.
	TokenFile string `json:"token_file,omitempty"`
	Creds     string `json:"creds,omitempty"`
	Nkey      string `json:"nkey,omitempty"`
	CA        string `json:"ca,omitempty"`
}

func loadHubRecord(dir string) (hubRecord, error) {
	var r hubRecord
	data, err := os.ReadFile(filepath.Join(dir, campaign.HubFile))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil || !wire.IsID(r.Campaign) {
		return r, fmt.Errorf("%s: it is damaged", filepath.Join(dir, campaign.HubFile))
	}
	return r, nil
}

// flags are the flags that say the same.
func (r *hubRecord) flags() busFlags {
	return busFlags{TokenFile: r.TokenFile, Creds: r.Creds, Nkey: r.Nkey, CA: r.CA}
}

// A hubRun is a hub at work.
type hubRun struct {
	opts   *hubOptions
	out    string
	record hubRecord
	job    wire.Job
	seeds  []campaign.SeedSource

	server  *bus.Server // nil for another one
	conn    *bus.Conn
	hub     atomic.Pointer[hub.Hub]
	metrics func()        // ends them
	triaged chan struct{} // closed once triage has ended; nil where there is none
}

// begin prepares a hub for a campaign, which starts it.
func (opts *hubOptions) begin(ctx context.Context, c *setup.Campaign, files map[string]string) (func(*campaign.Summary), error) {
	switch o := opts.Plan.Options; {
	case len(opts.Plan.Programs()) > 0:
		return nil, usagef("%s: workers run no programs that a hub names; leave it out, or run assay fuzz on each machine with --shard I/N", opts.Plan.Programs()[0])
	case o.Mode == plan.OptionsSearch && o.Pairs:
		return nil, usagef("a hub does not count pairs of settings: leave out --set options.pairs=true")
	case o.Mode == plan.OptionsSearch && o.Thorough == fuzzer.ThoroughElites:
		return nil, usagef("a hub does not compare searches while they run: use --set options.thorough=%s or %s", fuzzer.ThoroughNever, fuzzer.ThoroughAlways)
	}
	r := &hubRun{opts: opts, out: c.Out, seeds: c.Seeds}
	if err := r.describe(c, files); err != nil {
		return nil, err
	}
	own := c.CPU
	if own == nil {
		own = cputime.Both
	}
	c.Elsewhere = r.run
	c.Crew = func() int {
		if h := r.hub.Load(); h != nil {
			return h.Jobs()
		}
		return 0
	}
	c.CPU = func() (time.Duration, time.Duration) {
		mine, children := own()
		h := r.hub.Load()
		if h == nil {
			return mine, children
		}
		theirs, solvers := h.WorkersCPU()
		return mine + theirs, children + solvers
	}
	return r.end, nil
}

// describe makes the job.
func (r *hubRun) describe(c *setup.Campaign, files map[string]string) error {
	p := *r.opts.Plan
	p.Seeds, p.Solvers, p.Baselines, p.Profiles, p.Known = nil, nil, nil, nil, nil
	text, err := p.Text(thisVersion().Version)
	if err != nil {
		return err
	}
	identity, err := c.Identity()
	if err != nil {
		return err
	}
	r.job = wire.Job{Assay: thisVersion().Version, Plan: string(text), Files: files, Identity: identity}
	if err := r.describeOptions(c); err != nil {
		return err
	}
	baselines := make(map[string]bool)
	for _, pair := range c.Baselines {
		baselines[pair.Old] = true
	}
	for _, t := range c.Targets {
		spec, err := solver.ParseSpec(t.String())
		if err != nil {
			return err
		}
		s := wire.Solver{Name: spec.Word(), Options: spec.Args}
		if baselines[t.String()] {
			r.job.Baselines = append(r.job.Baselines, s)
		} else {
			r.job.Solvers = append(r.job.Solvers, s)
		}
	}
	return nil
}

// describeOptions says in the job which options are searched, and what was learned about them on this machine.
func (r *hubRun) describeOptions(c *setup.Campaign) error {
	if c.Configurations == nil || c.Configurations.Search == nil {
		return nil
	}
	r.job.Searched, r.job.Learned = make(map[string][]string), make(map[string]string)
	for _, t := range c.Targets {
		d := c.Configurations.Of[t]
		if d == nil || d.Space == nil {
			continue
		}
		r.job.Searched[t.String()] = d.Space.Names()
		if r.opts.Plan.Options.NoLearned {
			continue
		}
		text, err := os.ReadFile(learnedFile(t))
		switch {
		case err == nil:
			r.job.Learned[t.String()] = string(text)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// run is campaign.Config.Elsewhere: the folder is the campaign's by now.
func (r *hubRun) run(ctx context.Context, d *campaign.Desk) error {
	if err := r.open(); err != nil {
		return err
	}
	r.job.Campaign = r.record.Campaign
	config := hub.Config{Job: r.job, Seeds: r.seeds, Conn: r.conn, URL: r.record.URL, Lease: time.Duration(r.opts.Lease), Quota: int64(r.opts.Quota), Say: r.opts.remark}
	if r.server != nil {
		config.Ban = r.server.Ban
	}
	h, err := hub.New(config)
	if err != nil {
		return err
	}
	r.hub.Store(h)
	if err := r.serveMetrics(ctx, h); err != nil {
		return err
	}
	r.opts.remark(fmt.Sprintf("workers: assay work --hub %s, or --hub %s on this machine", r.record.URL, r.out))
	if r.opts.Triage {
		r.triaged = make(chan struct{})
		go func() {
			defer close(r.triaged)
			r.triage(ctx)
		}()
	}
	return h.Run(ctx, d)
}

// open finds the bus, or starts one, and notes where it is.
func (r *hubRun) open() error {
	file := filepath.Join(r.out, campaign.HubFile)
	before, err := loadHubRecord(r.out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.opts.remark(err.Error() + "; it is written anew")
	}
	f := &r.opts.Bus
	r.record = hubRecord{
		Campaign: before.Campaign, URL: r.opts.NATS, TokenFile: absoluteFile(f.TokenFile), Creds: absoluteFile(f.Creds), Nkey: absoluteFile(f.Nkey),
		CA: absoluteFile(f.CA),
	}
	if r.record.Campaign == "" {
		id := make([]byte, 8)
		_, _ = rand.Read(id) // it does not fail
		r.record.Campaign = hex.EncodeToString(id)
	}
	dial, err := f.config(r.opts.NATS)
	if err != nil {
		return err
	}
	dial.Wait = true
	if r.opts.NATS == "" {
		if r.server, err = r.start(before.Listen, dial.Token); err != nil {
			return err
		}
		dial.Server, r.record.URL, r.record.Listen = r.server, r.server.URL(), r.server.Address()
	}
	if r.conn, err = bus.Dial(dial); err != nil {
		return usagef("--nats %w", err)
	}
	text, err := json.MarshalIndent(r.record, "", "  ")
	if err != nil {
		return err
	}
	return disk.WriteAtomic(file, append(text, '\n'))
}

// start starts the embedded server: where the user says, and otherwise where it was before, if that is free.
func (r *hubRun) start(before, token string) (*bus.Server, error) {
	c := bus.ServerConfig{
		Listen: r.opts.Listen, Store: filepath.Join(r.out, campaign.BusFolder), Quota: int64(r.opts.Quota), Campaign: r.record.Campaign, Token: token,
		Keys: r.opts.Keys, Cert: r.opts.Cert, Key: r.opts.Key,
	}
	const free = "127.0.0.1:0"
	if c.Listen == "" {
		c.Listen = free
		if host, _, err := net.SplitHostPort(before); err == nil && bus.IsLoopback(host) && canListen(before) {
			c.Listen = before
		}
	}
	s, err := bus.StartServer(c)
	if err != nil {
		return nil, usagef("--listen %w", err)
	}
	return s, nil
}

// canListen reports whether an address is free.
func canListen(address string) bool {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// end ends the hub once its campaign has ended. Workers of one that is over end as well; others wait until it goes on.
func (r *hubRun) end(sum *campaign.Summary) {
	if r.metrics != nil {
		r.metrics()
	}
	if r.conn != nil {
		if h := r.hub.Load(); h != nil && (sum.Ended == campaign.EndMutants || sum.Ended == campaign.EndDuration) {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			h.End(ctx)
			if sum.Ended == campaign.EndMutants {
				_ = r.conn.Remove(ctx) // what is left says nothing
			}
			cancel()
		}
		r.conn.Close()
	}
	if r.server != nil {
		r.server.Close()
	}
	if r.triaged != nil {
		select {
		case <-r.triaged:
		case <-time.After(triageEnds): // what it keeps is whole at any moment
		}
	}
}

// triageEnds is how long triage may take to end: it kills the solver that it runs.
const triageEnds = 400 * time.Millisecond

// absoluteFile makes a path absolute, if there is one.
func absoluteFile(path string) string {
	if path == "" {
		return ""
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// serveMetrics serves what monitoring reads, if that is wanted.
func (r *hubRun) serveMetrics(ctx context.Context, h *hub.Hub) error {
	if r.opts.Metrics == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(r.opts.Metrics)
	if err != nil {
		return usagef("--metrics %s: give HOST:PORT, such as 127.0.0.1:7281", r.opts.Metrics)
	}
	token, err := readToken(r.opts.Bus.TokenFile)
	if err != nil {
		return err
	}
	if !bus.IsLoopback(host) && token == "" {
		return usagef("--metrics %s: others can reach it, so that it needs a token: give --token-file", r.opts.Metrics)
	}
	if bus.IsLoopback(host) {
		token = ""
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", r.opts.Metrics)
	if err != nil {
		return usagef("--metrics %s: %w", r.opts.Metrics, plainNetError(err))
	}
	r.opts.remark("metrics: http://" + listener.Addr().String() + "/metrics")
	r.metrics = h.ServeMetrics(listener, token)
	return nil
}

// hubAt is where a hub is, as a user names it: a URL, or the folder of its campaign.
func hubAt(name string, f *busFlags) (config bus.Config, campaignID string, err error) {
	if strings.Contains(name, "://") {
		config, err = f.config(name)
		return config, "", err
	}
	r, err := loadHubRecord(name)
	if errors.Is(err, os.ErrNotExist) {
		return config, "", err // the caller may wait for it
	}
	if err != nil {
		return config, "", usagef("%w", plainPathError(err))
	}
	all := r.flags()
	for _, set := range []struct{ to, from *string }{{&all.TokenFile, &f.TokenFile}, {&all.Creds, &f.Creds}, {&all.Nkey, &f.Nkey}, {&all.CA, &f.CA}} {
		if *set.from != "" {
			*set.to = *set.from
		}
	}
	config, err = all.config(r.URL)
	return config, r.Campaign, err
}

// newID makes the ID of a worker.
func newID() string {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // it does not fail
	return hex.EncodeToString(id)
}
