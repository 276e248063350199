package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell starts a process that reads commands.
func shell(t *testing.T, c Command) *Live {
	t.Helper()
	c.Argv = []string{"/bin/sh"}
	l, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// in is a deadline after the given time.
func in(d time.Duration) time.Time { return time.Now().Add(d) }

func TestExchange(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		within      time.Duration
		command     Command
		want        Reply
	}{
		{"answer", "echo a; echo end", time.Minute, Command{}, Reply{ReplyWhole, []byte("a\nend\n"), nil}},
		{"answer in pieces", "printf e; sleep 0.05; printf n; sleep 0.05; echo d; echo more >&2", time.Minute, Command{}, Reply{ReplyWhole, []byte("end\n"), nil}},
		{"standard error", "echo b >&2; echo end", time.Minute, Command{}, Reply{ReplyWhole, []byte("end\n"), []byte("b\n")}},
		{"no line feed", "printf end; exit 3", time.Minute, Command{}, Reply{ReplyEnded, []byte("end"), nil}},
		{"death", "echo a; kill -SEGV $$", time.Minute, Command{}, Reply{ReplyEnded, []byte("a\n"), nil}},
		{"late", "echo a; sleep 600", 50 * time.Millisecond, Command{}, Reply{ReplyLate, []byte("a\n"), nil}},
		{"flood", "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done", time.Minute, Command{MaxOutput: 1000}, Reply{State: ReplyFlood}},
		{"flood on standard error", "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >&2; done", time.Minute, Command{MaxOutput: 1000}, Reply{State: ReplyFlood}},
		{"memory", "x=aaaaaaaaaaaaaaaa; while [ ${#x} -lt 100000000 ]; do x=$x$x; done; sleep 600", time.Minute, Command{Memory: 64 << 20}, Reply{State: ReplyMemory}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got Reply
			for begun := false; !begun; tt.within *= 2 { // what is late has more and more time to begin
				l := shell(t, tt.command)
				got = l.Exchange(t.Context(), []byte(tt.input+"\n"), []byte("end"), in(tt.within))
				begun = got.State != ReplyLate || len(got.Stdout) > 0 || tt.within > time.Minute
			}
			if got.State != tt.want.State {
				t.Errorf("state %d, want %d: %.100q %.100q", got.State, tt.want.State, got.Stdout, got.Stderr)
			}
			if tt.name != "answer in pieces" && (tt.want.Stdout != nil || tt.want.Stderr != nil) &&
				(!bytes.Equal(got.Stdout, tt.want.Stdout) || !bytes.Equal(got.Stderr, tt.want.Stderr)) {
				t.Errorf("reply %q, %q", got.Stdout, got.Stderr)
			}
			if max := 64 << 10; len(got.Stdout) > max || len(got.Stderr) > max {
				t.Errorf("%d and %d bytes are kept of a flood", len(got.Stdout), len(got.Stderr))
			}
		})
	}
}

// One process answers many times, whatever the size of input and output: neither side waits for the other for ever.
func TestExchangeLargeTexts(t *testing.T) {
	l, err := Start(Command{Argv: []string{"cat"}, MaxOutput: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, size := range []int{1, 100, 1 << 16, 1<<16 + 1, 5 << 20, 3} {
		input := append(bytes.Repeat([]byte{'a'}, size), "\nend\n"...)
		got := l.Exchange(t.Context(), input, []byte("end"), in(time.Minute))
		if got.State != ReplyWhole || !bytes.Equal(got.Stdout, input) {
			t.Fatalf("size %d: state %d, %d bytes", size, got.State, len(got.Stdout))
		}
	}
	if !l.Send([]byte("x\ny\n")) {
		t.Error("it does not take a short input")
	}
	if got := l.Exchange(t.Context(), nil, []byte("y"), in(time.Minute)); got.State != ReplyWhole || string(got.Stdout) != "x\ny\n" {
		t.Errorf("state %d: %q", got.State, got.Stdout)
	}
}

func TestLiveEnds(t *testing.T) {
	for _, tt := range []struct {
		name, input string
		want        Result
	}{
		{"status", "exit 3", Result{Reason: Exited, ExitCode: 3}},
		{"signal", "kill -SEGV $$", Result{Reason: Signaled, ExitCode: -1, Signal: syscall.SIGSEGV}},
		{"alive", "echo end", Result{Reason: Canceled, ExitCode: -1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := shell(t, Command{})
			l.Exchange(t.Context(), []byte(tt.input+"\n"), []byte("end"), in(time.Minute))
			got, err := l.End()
			if err != nil || got.Reason != tt.want.Reason || got.ExitCode != tt.want.ExitCode || got.Signal != tt.want.Signal {
				t.Errorf("%+v, %v", got, err)
			}
			if again := l.Exchange(t.Context(), []byte("echo end\n"), []byte("end"), in(time.Minute)); again.State != ReplyEnded {
				t.Errorf("state %d behind the end", again.State)
			}
			l.Close()
		})
	}
}

// A canceled context ends an exchange soon, and the process can still be ended.
func TestExchangeCanceled(t *testing.T) {
	l := shell(t, Command{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if got := l.Exchange(ctx, []byte("sleep 60\n"), []byte("end"), in(time.Minute)); got.State != ReplyCanceled {
		t.Errorf("state %d", got.State)
	}
}

// The CPU time of a reused process increases as it works, and by no more than the time that passes.
func TestLiveCPU(t *testing.T) {
	l := shell(t, Command{})
	before, ok := l.CPU()
	if !ok {
		t.Skip("the system does not say")
	}
	began := time.Now()
	l.Exchange(t.Context(), []byte("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo end\n"), []byte("end"), in(time.Minute))
	after, _ := l.CPU()
	if used := after - before; used <= 0 || used > time.Since(l.Began()) || used > 2*time.Since(began)+50*time.Millisecond {
		t.Errorf("it used %v in %v", used, time.Since(began))
	}
	if l.Resident() <= 0 {
		t.Error("it has no memory")
	}
	if _, err := l.End(); err != nil {
		t.Fatal(err)
	}
	if _, ok := l.CPU(); ok {
		t.Error("a reaped process has CPU time")
	}
}

// Reused processes leave nothing behind: no files, no goroutines, no children, whatever they started.
func TestLiveLeavesNothing(t *testing.T) {
	files := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("no list of open files here")
		}
		return len(all)
	}
	if _, err := shell(t, Command{}).End(); err != nil { // the first process makes the runtime open files of its own
		t.Fatal(err)
	}
	before := files()
	var all []*Live
	for i := range 20 {
		l := shell(t, Command{})
		l.Exchange(t.Context(), []byte("sleep 60 & setsid sleep 60 & echo end\n"), []byte("end"), in(time.Minute))
		if i%2 == 0 {
			l.Close()
		} else if _, err := l.End(); err != nil {
			t.Error(err)
		}
		all = append(all, l)
	}
	if _, err := Start(Command{Argv: []string{"/does/not/exist"}}); err == nil {
		t.Error("what does not exist was started")
	} else if start := (*StartError)(nil); !errors.As(err, &start) {
		t.Errorf("error %v", err)
	}
	if _, err := Start(Command{}); !errors.Is(err, ErrNoCommand) {
		t.Errorf("error %v", err)
	}
	for until := in(time.Minute); time.Now().Before(until); time.Sleep(time.Millisecond) {
		keep.mu.Lock()
		active := len(keep.active)
		keep.mu.Unlock()
		if active == 0 && len(sleepers()) == 0 && files() <= before {
			return
		}
	}
	for _, l := range all {
		select {
		case <-l.p.exited:
		default:
			t.Error("a process lives on")
		}
	}
	t.Errorf("%d files were open, %d are; children %v", before, files(), sleepers())
}

// sleepers are the children of this process that sleep for a minute, or are dead and not reaped.
func sleepers() []string {
	var out []string
	for pid := range candidates() {
		if text := string(environOf(pid)); text == "" || strings.Contains(text, markPrefix) {
			out = append(out, text[:min(len(text), 20)])
		}
	}
	return out
}
