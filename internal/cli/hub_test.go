package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
	"github.com/assay-smt/assay/internal/cluster/work"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/testdepth"
)

// A plant is a folder with seeds and a solver with planted bugs: each seed shows a crash of its own.
type plant struct {
	dir, solver string
	bugs        int
	env         []string
	program     string
}

// mostPlanted is the largest number of bugs.
const mostPlanted = 100

func newPlant(t *testing.T, bugs int) *plant {
	t.Helper()
	program, err := exec.LookPath("assay")
	if err != nil {
		t.Fatal(err)
	}
	p := &plant{dir: t.TempDir(), bugs: bugs, program: program}
	profile := solvertest.WriteProfile(t, p.dir)
	config := filepath.Join(p.dir, "config", "assay", "profiles")
	if err := os.MkdirAll(config, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(profile, filepath.Join(config, "fake.toml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(p.path("seeds"), 0o755); err != nil {
		t.Fatal(err)
	}
	var solver strings.Builder
	solver.WriteString("fake")
	for i := range bugs {
		text := fmt.Sprintf("(set-logic QF_LIA)\n(declare-const bug%02d Int)\n(declare-const y Int)\n(assert (> (+ bug%02[1]d %[2]d) (* 2 y)))\n(assert (< y 10%[1]d))\n(check-sat)\n", i, i+1)
		if err := os.WriteFile(p.path("seeds", fmt.Sprintf("bug%02d.smt2", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if i >= mostPlanted { // a command line has an end, and seeds are enough
			continue
		}
		fmt.Fprintf(&solver, ` '--when=bug%02d=>err "ASSERTION VIOLATION\nFile: f%02[1]d.cpp\nLine: %d\nbug\n" exit 114'`, i, i+1)
	}
	solver.WriteString(" --answer=sat")
	p.solver = solver.String()
	p.env = append(os.Environ(), "PATH="+filepath.Dir(solvertest.Binary(t))+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+p.path("config"), "HOME="+p.dir)
	return p
}

func (p *plant) path(names ...string) string {
	return filepath.Join(append([]string{p.dir}, names...)...)
}

// A proc is a running assay.
type proc struct {
	cmd   *exec.Cmd
	ended chan struct{}
	said  *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Len()
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func (p *plant) start(t *testing.T, args ...string) *proc {
	t.Helper()
	r := &proc{cmd: exec.Command(p.program, args...), ended: make(chan struct{}), said: &lockedBuffer{}}
	r.cmd.Dir, r.cmd.Env, r.cmd.Stdout, r.cmd.Stderr = p.dir, p.env, r.said, r.said
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = r.cmd.Wait()
		close(r.ended)
	}()
	t.Cleanup(func() {
		_ = r.cmd.Process.Kill()
		<-r.ended
	})
	return r
}

// wait waits for the end, and returns the exit code. It gives up on a process that has said nothing for that long: how long the whole takes depends on
// what else the machine does.
func (r *proc) wait(t *testing.T, silence time.Duration) int {
	t.Helper()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for said, since := r.said.Len(), time.Now(); ; {
		select {
		case <-r.ended:
			return r.cmd.ProcessState.ExitCode()
		case <-tick.C:
		}
		if n := r.said.Len(); n != said {
			said, since = n, time.Now()
		} else if time.Since(since) > silence {
			_ = r.cmd.Process.Signal(syscall.SIGQUIT)
			<-r.ended
			t.Fatalf("it goes on, and has said nothing for %v:\n%s", silence, r.said)
		}
	}
}

func (r *proc) over() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// byChance is what depends on which worker was the first: examples, and how often a finding was repeated.
var byChance = regexp.MustCompile(`"(mutant|extra_calls)": ("[^"]*"|\d+),?`)

// told is what a campaign has counted and found, without times, and without the order in which workers were ready.
func (p *plant) told(t *testing.T, out string) map[string]string {
	t.Helper()
	state, err := campaign.LoadState(p.path(out))
	if err != nil {
		t.Fatal(err)
	}
	untimed := state.Stats.Untimed()
	for _, s := range untimed.Solvers {
		s.Reasons = nil // they are in the order in which they came
	}
	stats, err := json.MarshalIndent(untimed, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"stats": byChance.ReplaceAllString(string(stats), ""), "slots": fmt.Sprint(state.Done, state.Before, len(state.Slots))}
	found, err := findings.LoadAll(p.path(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		bug, err := os.ReadFile(filepath.Join(f.Dir, findings.BugFile))
		if err != nil {
			t.Fatal(err)
		}
		if before := all[f.Signature]; before != "" {
			t.Errorf("%s has two folders", f.Signature)
		}
		all[f.Signature] = fmt.Sprintf("%d hits, kept is %s:\n%s", f.Hits, f.Provenance.Mutant, bug)
	}
	return all
}

// stuck ends a test in which nothing happens any more, and says what everybody was doing.
func (p *plant) stuck(t *testing.T, hub *proc, workers []*proc) {
	t.Helper()
	status := exec.Command(p.program, "hub", "status", "--json", "many")
	status.Dir, status.Env = p.dir, p.env
	text, err := status.CombinedOutput()
	var all strings.Builder
	for i, r := range append([]*proc{hub}, workers...) {
		_ = r.cmd.Process.Signal(syscall.SIGQUIT)
		<-r.ended
		fmt.Fprintf(&all, "\n--- process %d:\n%s", i, r.said)
	}
	t.Fatalf("nothing happens any more: %s %v%s", text, err, &all)
}

// stuck is the time without a mutant after which nothing will happen any more, slow the time without a word that no process here takes, even on a busy
// machine.
const (
	stuck = 3 * time.Minute
	slow  = 5 * time.Minute
)

// A hub with four workers runs the same mutants as one process with four jobs, counts the same, and finds the same.
func TestHubSameAsFuzz(t *testing.T) {
	p := newPlant(t, 12)
	flags := []string{"--solver", p.solver, "--engine", "typefuzz,opfuzz", "--mutants", "700", "--seed", "5", "-q", "--json"}
	one := p.start(t, append(append([]string{"fuzz", "--out", "one", "--jobs", "4"}, flags...), "seeds")...)
	if code := one.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, one.said)
	}
	hub := p.start(t, append(append([]string{"hub", "--out", "many"}, flags...), "seeds")...)
	var workers []*proc
	for range 4 {
		workers = append(workers, p.start(t, "work", "--hub", "many", "--jobs", "1"))
	}
	if code := hub.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, hub.said)
	}
	for _, w := range workers {
		if code := w.wait(t, slow); code != 0 || !strings.Contains(w.said.String(), "the campaign has ended after") {
			t.Errorf("worker: exit code %d:\n%s", code, w.said)
		}
	}
	mutants := func(r *proc) map[string]bool {
		all := map[string]bool{}
		for line := range strings.Lines(r.said.String()) {
			var e struct{ Event, Mutant string }
			if json.Unmarshal([]byte(line), &e) == nil && e.Event == "mutant" {
				all[e.Mutant] = true
			}
		}
		return all
	}
	want := mutants(one)
	if len(want) != 700 {
		t.Fatalf("%d mutants", len(want))
	}
	if diff := cmp.Diff(want, mutants(hub)); diff != "" {
		t.Errorf("mutants (-one process +hub):\n%s", diff)
	}
	told := p.told(t, "one")
	if len(told) != 12+2 {
		t.Fatalf("%d findings", len(told)-2)
	}
	if diff := cmp.Diff(told, p.told(t, "many")); diff != "" {
		t.Errorf("campaigns (-one process +hub):\n%s", diff)
	}
}

// A link is a network between workers and a hub: it can be cut, and it can hold up and spoil what is on its way.
type link struct {
	listener net.Listener

	mu    sync.Mutex
	to    func() string
	conns map[net.Conn]bool
	delay time.Duration
	spoil bool // the next bytes
}

func newLink(t *testing.T, to func() string) *link {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener: listener, to: to, conns: make(map[net.Conn]bool)}
	go l.accept()
	t.Cleanup(func() {
		_ = listener.Close()
		l.cut()
	})
	return l
}

func (l *link) url() string { return "nats://" + l.listener.Addr().String() }

func (l *link) accept() {
	for {
		from, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.mu.Lock()
		address := l.to()
		l.mu.Unlock()
		to, err := new(net.Dialer).Dial("tcp", address)
		if err != nil {
			_ = from.Close()
			continue
		}
		l.mu.Lock()
		l.conns[from], l.conns[to] = true, true
		l.mu.Unlock()
		for _, pair := range [][2]net.Conn{{from, to}, {to, from}} {
			go l.carry(pair[0], pair[1])
		}
	}
}

func (l *link) carry(from, to net.Conn) {
	defer func() {
		_, _ = from.Close(), to.Close()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.conns, from)
		delete(l.conns, to)
	}()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		l.mu.Lock()
		delay, spoil := l.delay, l.spoil
		l.spoil = false
		l.mu.Unlock()
		time.Sleep(delay)
		if spoil {
			buffer[rand.IntN(n)] ^= 1 << rand.IntN(8)
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// cut ends all connections.
func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		_ = c.Close()
	}
}

func (l *link) set(change func(*link)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l)
}

// rubbish is a worker that takes slots and does nothing with them, and sends what no worker sends.
func rubbish(ctx context.Context, url string) error {
	config := bus.Config{URL: url, ID: "00000000000000ff"}
	status, err := work.Status(ctx, config, "")
	if err != nil {
		return err
	}
	conn, err := bus.Dial(config)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.Join(status.Campaign)
	if taker, err := conn.Taker(ctx); err == nil {
		for range 3 {
			_, _ = taker.Take(ctx, 100*time.Millisecond) // and says no more
		}
	}
	for i := range 5 {
		for _, part := range wire.Split(uint64(i), []byte("rubbish")) {
			_ = conn.Deliver(ctx, &part) // it is shut out in between
		}
		_, _ = conn.Ask(ctx, []byte(`{"v":1,"kind":"rm -rf"}`))
	}
	return nil
}

// Whatever is killed, cut, held up or spoilt, at whatever moment: each planted bug is found once, and what the campaign has counted is what an
// undisturbed one counts.
func TestHubKilled(t *testing.T) {
	type size struct{ bugs, mutants, moments int }
	s := testdepth.Sample(size{8, 640, 9}, size{50, 12000, 200})
	p := newPlant(t, s.bugs)
	flags := []string{"--solver", p.solver, "--engine", "typefuzz,opfuzz", "--mutants", fmt.Sprint(s.mutants), "--seed", "5", "-q", "--set", "campaign.chain=8"}
	one := p.start(t, append(append([]string{"fuzz", "--out", "one"}, flags...), "seeds")...)
	if code := one.wait(t, 20*slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, one.said)
	}
	want := p.told(t, "one")
	if len(want) != s.bugs+2 {
		t.Fatalf("%d findings", len(want)-2)
	}
	address := ""
	l := newLink(t, func() string { return address })
	startHub := func() *proc {
		return p.start(t, append(append([]string{"hub", "--out", "many", "--lease", "1s", "--triage=false"}, flags...), "seeds")...)
	}
	startWorker := func() *proc {
		return p.start(t, "work", "--hub", l.url(), "--solver", p.solver, "--jobs", "1", "--drain", "1s")
	}
	hub := startHub()
	var record struct{ Campaign, Listen string }
	for record.Listen == "" && !hub.over() {
		if data, err := os.ReadFile(p.path("many", campaign.HubFile)); err == nil {
			_ = json.Unmarshal(data, &record) // it may be half there
		}
		time.Sleep(5 * time.Millisecond)
	}
	l.set(func(*link) { address = record.Listen })
	workers := []*proc{startWorker(), startWorker(), startWorker()}
	kill := func(r *proc) {
		_ = r.cmd.Process.Kill()
		<-r.ended
	}
	random := rand.New(rand.NewPCG(1, 2))
	for moment := range s.moments {
		// The moments are spread over the campaign, and not over time. The last ones come before its end: it must not end between two of them.
		progress := time.Now()
		for done, last := int64(0), int64(-1); done < int64(s.mutants*moment/(s.moments+1)*9/10) && !hub.over(); {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			if status, err := work.Status(ctx, bus.Config{URL: "nats://" + record.Listen, ID: "00000000000000ee"}, record.Campaign); err == nil {
				done = status.Mutants
			}
			cancel()
			if done != last {
				progress, last = time.Now(), done
			}
			if time.Since(progress) > stuck {
				p.stuck(t, hub, workers)
			}
			time.Sleep(2 * time.Millisecond)
		}
		if hub.over() {
			t.Fatalf("the hub has ended at moment %d:\n%s", moment, hub.said)
		}
		time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
		switch moment % 9 {
		case 0, 4:
			kill(hub)
			hub = startHub()
		case 1, 5, 7:
			i := random.IntN(len(workers))
			kill(workers[i])
			workers[i] = startWorker()
		case 2:
			l.cut()
		case 3:
			l.set(func(l *link) { l.delay = 30 * time.Millisecond })
		case 6:
			l.set(func(l *link) { l.spoil, l.delay = true, 0 })
		case 8:
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			if err := rubbish(ctx, "nats://"+record.Listen); err != nil {
				t.Log(err)
			}
			cancel()
		}
		for i, w := range workers {
			if w.over() && !hub.over() { // spoilt bytes may say anything, also that a worker is of no use
				t.Logf("worker %d has ended: %s", i, w.said)
				workers[i] = startWorker()
			}
		}
	}
	l.set(func(l *link) { l.delay = 0 })
	if code := hub.wait(t, 20*slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, hub.said)
	}
	if diff := cmp.Diff(want, p.told(t, "many")); diff != "" {
		t.Errorf("campaigns (-undisturbed +disturbed):\n%s", diff)
	}
}
