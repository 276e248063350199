package cli_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/work"
)

// freePort returns a port of this machine that nobody has.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it is one
}

// natsServer runs a server of a cluster: its arguments are its number, the folder of its store, and for each server of the cluster the port for clients and
// the one for servers. It says so when it leads all three.
func natsServer() {
	var me int
	ports := make([]int, 6)
	fail := func(err error) {
		fmt.Println(err)
		os.Exit(1)
	}
	for i, to := range append([]*int{&me}, &ports[0], &ports[1], &ports[2], &ports[3], &ports[4], &ports[5]) {
		at := i + 1
		if i > 0 {
			at++
		}
		n, err := strconv.Atoi(os.Args[at])
		if err != nil {
			fail(err)
		}
		*to = n
	}
	o := &server.Options{
		ServerName: fmt.Sprintf("s%d", me), Host: "127.0.0.1", Port: ports[2*me], NoLog: true, JetStream: true, StoreDir: os.Args[2],
		Cluster: server.ClusterOpts{Name: "three", Host: "127.0.0.1", Port: ports[2*me+1]},
	}
	for i := range 3 {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", ports[2*i+1])})
	}
	s, err := server.NewServer(o)
	if err != nil {
		fail(err)
	}
	go s.Start()
	for !s.JetStreamIsLeader() || !s.JetStreamIsCurrent() || len(s.JetStreamClusterPeers()) < 3 {
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Println(leadsAll)
	s.WaitForShutdown()
}

const leadsAll = "this server leads three"

// A natsCluster is three servers, each a process of its own, that keep each stream three times.
type natsCluster struct {
	program string
	dir     string
	ports   []string
	servers []*exec.Cmd
}

func newNATSCluster(t *testing.T) *natsCluster {
	t.Helper()
	program, err := exec.LookPath("nats-test-server")
	if err != nil {
		t.Fatal(err)
	}
	c := &natsCluster{program: program, dir: t.TempDir(), servers: make([]*exec.Cmd, 3)}
	for range 6 {
		c.ports = append(c.ports, strconv.Itoa(freePort(t)))
	}
	said := &lockedBuffer{}
	for i := range 3 {
		c.start(t, i, said)
	}
	t.Cleanup(func() {
		for i := range 3 {
			c.kill(i)
		}
	})
	for deadline := time.Now().Add(slow); !strings.Contains(said.String(), leadsAll); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the servers do not become a cluster:\n%s", said)
		}
	}
	return c
}

func (c *natsCluster) start(t *testing.T, i int, said *lockedBuffer) {
	t.Helper()
	cmd := exec.Command(c.program, append([]string{strconv.Itoa(i), filepath.Join(c.dir, strconv.Itoa(i))}, c.ports...)...)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.servers[i] = cmd
}

// kill kills a server with SIGKILL.
func (c *natsCluster) kill(i int) {
	_ = c.servers[i].Process.Kill()
	_ = c.servers[i].Wait()
}

func (c *natsCluster) url() string {
	var all []string
	for i := range c.servers {
		all = append(all, "nats://127.0.0.1:"+c.ports[2*i])
	}
	return strings.Join(all, ",")
}

// On a team's own cluster, one server after the other may be killed and come back: the campaign is the same.
func TestHubOnCluster(t *testing.T) {
	p := newPlant(t, 6)
	flags := []string{"--solver", p.solver, "--engine", "typefuzz,opfuzz", "--mutants", "600", "--seed", "5", "-q", "--set", "campaign.chain=6"}
	one := p.start(t, append(append([]string{"fuzz", "--out", "one"}, flags...), "seeds")...)
	if code := one.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, one.said)
	}
	c := newNATSCluster(t)
	hub := p.start(t, append(append([]string{"hub", "--out", "many", "--nats", c.url(), "--lease", "2s", "--triage=false"}, flags...), "seeds")...)
	for deadline := time.Now().Add(slow); !isFile(p.path("many", campaign.HubFile)); time.Sleep(10 * time.Millisecond) {
		if hub.over() || time.Now().After(deadline) {
			t.Fatalf("the hub has ended:\n%s", hub.said)
		}
	}
	workers := []*proc{p.start(t, "work", "--hub", "many", "--jobs", "1"), p.start(t, "work", "--hub", "many", "--jobs", "1")}
	until := func(mutants int64) {
		for deadline := time.Now().Add(slow); ; time.Sleep(20 * time.Millisecond) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			s, err := work.Status(ctx, bus.Config{URL: c.url(), ID: "00000000000000ee"}, "")
			cancel()
			if err == nil && s.Mutants >= mutants || hub.over() {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("it does not go on: %v; hub:\n%s\nworker:\n%s", err, hub.said, workers[0].said)
			}
		}
	}
	for i := range 3 {
		until(int64(100 + 150*i))
		c.kill(i)
		until(int64(150 + 150*i))
		c.start(t, i, &lockedBuffer{})
	}
	if code := hub.wait(t, slow); code != 10 {
		t.Fatalf("exit code %d:\n%s", code, hub.said)
	}
	if diff := cmp.Diff(p.told(t, "one"), p.told(t, "many")); diff != "" {
		t.Errorf("campaigns (-one process +hub):\n%s", diff)
	}
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
