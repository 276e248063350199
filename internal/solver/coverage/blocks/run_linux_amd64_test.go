package blocks

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// TestMain serves counted programs, as the command of Assay does.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "serve" {
		os.Exit(Serve(os.Args[2], os.Args[3], os.Args[4:], os.Environ(), os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == "die" {
		n, _ := strconv.Atoi(os.Args[2])
		os.Exit(dieOf(syscall.Signal(n)))
	}
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(filepath.Dir(built.dir))
	}
	os.Exit(code)
}

// bench is a build of testdata/acting with a folder of counts. That is a program of Go, with symbols, threads, signals, and code that cannot be decoded.
type bench struct {
	*Build
	dir, counts string
}

var (
	once  sync.Once
	built bench
	fault error
)

// makeActing compiles the program and finds its blocks.
func makeActing() (b bench, err error) {
	home, err := os.MkdirTemp("", "blocks")
	if err != nil {
		return b, err
	}
	b.dir = filepath.Join(home, "build")
	c := exec.Command("go", "build", "-o", filepath.Join(home, "release", "bin", "acting"), "./testdata/acting")
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		return b, fmt.Errorf("%w: %s", err, out)
	}
	b.Build, err = Make(b.dir, filepath.Join(home, "release"), "bin/acting", func(string) bool { return true })
	return b, err
}

// newBench returns the build, which is made once, and a folder of counts that does not exist yet.
func newBench(t *testing.T) bench {
	t.Helper()
	once.Do(func() { built, fault = makeActing() })
	if fault != nil {
		t.Fatal(fault)
	}
	b := built
	b.counts = filepath.Join(t.TempDir(), "a folder", "counts")
	return b
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// command is a run of the program with breakpoints.
func (b bench) command(what string) *exec.Cmd {
	return exec.Command(must(os.Executable()), "serve", b.dir, b.counts, what)
}

func (b bench) run(t *testing.T, what string) (string, error) {
	t.Helper()
	var out, log bytes.Buffer
	c := b.command(what)
	c.Stdout, c.Stderr = &out, &log
	c.Stdin = strings.NewReader("words")
	err := c.Run()
	if log.Len() > 0 {
		t.Errorf("%s: %s", what, log.String())
	}
	return out.String(), err
}

// hit returns how many blocks of each function of its main package were executed.
func (b bench) hit(t *testing.T) map[string][2]int {
	t.Helper()
	all := map[string][2]int{}
	if _, err := b.Read(b.counts, func(f Function, hit int) {
		if name, ok := strings.CutPrefix(f.Name, "main."); ok {
			all[name] = [2]int{hit, f.Blocks}
		}
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCounts(t *testing.T) {
	b := newBench(t)
	if err := b.Prepare(b.counts); err != nil {
		t.Fatal(err)
	}
	before, err := b.Read(b.counts, nil)
	if err != nil || before.Blocks != 0 || before.AllBlocks != b.Blocks() || before.AllFunctions == 0 {
		t.Fatalf("before: %+v, %v", before, err)
	}
	if out, err := b.run(t, "left"); out != "left 3\n" || err != nil {
		t.Fatalf("%q, %v", out, err)
	}
	seen := b.hit(t)
	if l := seen["left"]; l[0] == 0 || l[0] >= l[1] {
		t.Errorf("left: %v: one of its branches was not taken", l)
	}
	if r := seen["right"]; r[0] != 0 || r[1] == 0 {
		t.Errorf("right: %v: it was not called", r)
	}
	if out, err := b.run(t, "right"); out != "right 1\n" || err != nil {
		t.Fatalf("%q, %v", out, err)
	}
	if r := b.hit(t)["right"]; r[0] == 0 {
		t.Error("right was called")
	}
	first, _ := b.Read(b.counts, nil)
	for range 2 { // what was reached is gone from the program by now
		if out, err := b.run(t, "left"); out != "left 3\n" || err != nil {
			t.Fatalf("%q, %v", out, err)
		}
	}
	if again, _ := b.Read(b.counts, nil); again.Blocks < first.Blocks {
		t.Errorf("%+v after %+v", again, first)
	}
	if err := b.Reset(b.counts); err != nil {
		t.Fatal(err)
	}
	if after, err := b.Read(b.counts, nil); err != nil || after.Blocks != 0 {
		t.Errorf("after a reset: %+v, %v", after, err)
	}
	if out, err := b.run(t, "right"); out != "right 1\n" || err != nil || b.hit(t)["left"][0] != 0 {
		t.Errorf("%q, %v, left %v", out, err, b.hit(t)["left"])
	}
}

// What the program does is what it does without breakpoints.
func TestEnds(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct {
		what, out string
		code      int
		signal    syscall.Signal
	}{
		{"fail", "", 7, 0},
		{"die", "", -1, syscall.SIGKILL},
		{"threads", "joined\n", 0, 0},
		{"child", "right 1\n<nil>\n", 0, 0},
		{"read", "got words\n", 0, 0},
	} {
		for range 3 {
			c := b.command(tt.what)
			c.Stdin = strings.NewReader("words")
			out, err := c.Output()
			state := c.ProcessState
			if string(out) != tt.out || state.ExitCode() != tt.code {
				t.Errorf("%s: %q, code %d, %v", tt.what, out, state.ExitCode(), err)
			}
			if ws, ok := state.Sys().(syscall.WaitStatus); ok && tt.signal != 0 && ws.Signal() != tt.signal {
				t.Errorf("%s: %v", tt.what, state)
			}
		}
	}
	if seen := b.hit(t); seen["left"][0] == 0 || seen["right"][0] == 0 {
		t.Errorf("threads and children count, too: %v %v", seen["left"], seen["right"])
	}
}

// This process ends of the signal of which the program ended, also of one that Go's runtime handles: a crash of a solver is a crash here.
func TestDieOf(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGSEGV, syscall.SIGABRT, syscall.SIGFPE, syscall.SIGILL, syscall.SIGKILL, syscall.SIGXCPU, syscall.SIGTERM} {
		c := exec.Command(must(os.Executable()), "die", strconv.Itoa(int(s)))
		out, err := c.CombinedOutput()
		if ws, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() || ws.Signal() != s || len(out) > 0 {
			t.Errorf("%v: %v, %v, %s", s, c.ProcessState, err, out)
		}
	}
}

// A folder with other things is not taken for counts, and nothing in it is removed.
func TestForeignFolder(t *testing.T) {
	b := newBench(t)
	mine := filepath.Join(b.counts, programsDir, "mine")
	if err := os.MkdirAll(filepath.Dir(mine), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"prepare": b.Prepare(b.counts), "reset": b.Reset(b.counts)} {
		if err == nil || !strings.Contains(err.Error(), "other files than counts") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A lock of something else does not make it ours.
	for _, name := range []string{lockName, "notes"} {
		if err := os.WriteFile(filepath.Join(b.counts, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Prepare(b.counts); err == nil {
		t.Error("a folder with a lock and notes is taken")
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	c := b.command("left")
	c.Env = append(os.Environ(), CountsVariable+"=counts")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "relative path") {
		t.Errorf("%s, %v", out, err)
	}
}

// What a run takes out after a reset is not taken out of the new programs.
func TestShedAfterReset(t *testing.T) {
	b := newBench(t)
	if err := b.Prepare(b.counts); err != nil {
		t.Fatal(err)
	}
	old, err := b.mapHits(b.counts, b.counts)
	if err != nil {
		t.Fatal(err)
	}
	defer old.close()
	for i := range b.Blocks() {
		old.hit(i)
	}
	if err := b.Reset(b.counts); err != nil {
		t.Fatal(err)
	}
	old.shed()
	if out, err := b.run(t, "left"); out != "left 3\n" || err != nil {
		t.Fatalf("%q, %v", out, err)
	}
	if b.hit(t)["left"][0] == 0 {
		t.Error("left was called")
	}
}

// A killed run has counted, and takes the program with it.
func TestKilled(t *testing.T) {
	b := newBench(t)
	c := b.command("hang")
	out := must(c.StdoutPipe())
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var line [7]byte
	if n, err := out.Read(line[:]); err != nil || string(line[:n]) != "left 2\n" {
		t.Fatalf("%q, %v", line[:n], err)
	}
	_ = c.Process.Kill()
	// The pipe ends when the program is dead as well.
	if n, err := out.Read(line[:]); err == nil {
		t.Errorf("%q after its end", line[:n])
	}
	_ = c.Wait()
	if b.hit(t)["left"][0] == 0 {
		t.Error("left was called")
	}
}

// What a run executes is counted apart, in memory that the caller gives it: the same in each run, whatever others reached before, without what usual runs do.
func TestApart(t *testing.T) {
	b := newBench(t)
	if err := b.Settle(func(counts string) error {
		usual := b
		usual.counts = counts
		_, err := usual.run(t, "right")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	functions, err := b.functions()
	if err != nil {
		t.Fatal(err)
	}
	entry := map[string]int{}
	for _, f := range functions {
		entry[f.Name] = f.first
	}
	apart := func(what string, size int) []byte {
		t.Helper()
		s, err := sandbox.NewSegment(size)
		if err != nil {
			t.Skip(err)
		}
		defer s.Close()
		c := b.command(what)
		c.Env = append(os.Environ(), RunVariable+"="+s.Number())
		if out, err := c.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), what) {
			t.Errorf("%s: %q, %v", what, out, err)
		}
		return bytes.Clone(s.Bytes())
	}
	first := apart("left", 4*b.Blocks())
	if left, right := first[entry["main.left"]], first[entry["main.right"]]; left != 1 || right != 0 {
		t.Errorf("left, which runs: %d, right, which is usual: %d", left, right)
	}
	if again := apart("left", 4*b.Blocks()); again[entry["main.left"]] != 1 {
		t.Error("the second run does not count left")
	}
	if right := apart("right", 4*b.Blocks()); right[entry["main.left"]] != 0 {
		t.Error("a run of right counts left")
	}
	if seen := b.hit(t); seen["left"][0] == 0 || seen["right"][0] == 0 {
		t.Errorf("the runs count together as well: %v %v", seen["left"], seen["right"])
	}
	if small := apart("left", 8); bytes.Count(small, []byte{0}) != len(small) {
		t.Errorf("memory without room for all blocks: %v", small)
	}
	c := b.command("left")
	c.Env = append(os.Environ(), RunVariable+"=x")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "not the number of shared memory") {
		t.Errorf("%s, %v", out, err)
	}
}

// Many processes at once share counts and programs that are replaced meanwhile.
func TestManyAtOnce(t *testing.T) {
	b := newBench(t)
	var all sync.WaitGroup
	for i := range 12 {
		what, want := "left", "left 3\n"
		if i%2 == 0 {
			what, want = "right", "right 1\n"
		}
		all.Add(1)
		go func() {
			defer all.Done()
			if out, err := b.run(t, what); out != want || err != nil {
				t.Errorf("%s: %q, %v", what, out, err)
			}
		}()
	}
	all.Wait()
	if seen := b.hit(t); seen["left"][0] == 0 || seen["right"][0] == 0 {
		t.Errorf("%v %v", seen["left"], seen["right"])
	}
}

func TestDamaged(t *testing.T) {
	b := newBench(t)
	if err := b.Prepare(b.counts); err != nil {
		t.Fatal(err)
	}
	hits := filepath.Join(b.counts, hitsName)
	if err := os.Truncate(hits, 100); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Read(b.counts, nil); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Error(err)
	}
	if _, err := b.command("left").Output(); err == nil {
		t.Error("a run counts into a damaged file")
	}
	if err := b.Reset(b.counts); err != nil {
		t.Error(err)
	}
	if out, err := b.run(t, "left"); out != "left 3\n" {
		t.Errorf("%q, %v", out, err)
	}
	other := filepath.Join(t.TempDir(), "build")
	if err := os.CopyFS(other, os.DirFS(b.dir)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{sitesName: "1234", recordName: `{"format":2,"program":"../x","modules":[{"path":"a"}]}`} {
		path := filepath.Join(other, name)
		whole := must(os.ReadFile(path))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(other); err == nil || !strings.Contains(err.Error(), "build it again") {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(other); err != nil {
		t.Error(err)
	}
}

func TestNoCode(t *testing.T) {
	release := t.TempDir()
	if err := os.WriteFile(filepath.Join(release, "z3"), []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(filepath.Join(t.TempDir(), "b"), release, "z3", func(string) bool { return true }); err == nil || !strings.Contains(err.Error(), "no ELF file") {
		t.Error(err)
	}
}
