package snapshot

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-smt/assay/internal/run/trial"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// actor is a program that does what the first word of its file says. A Go test program is not suitable: it starts threads.
const actor = `
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <fcntl.h>
#include <unistd.h>

static int count;
static const char *input;
static pid_t server;

/* tell says that it has begun. */
static void tell(void)
{
	char path[4200];
	snprintf(path, sizeof path, "%s.begun", input);
	close(open(path, O_CREAT | O_WRONLY, 0600));
}

static void *idle(void *p) { pause(); return p; }

static void act(const char *text)
{
	char word[32] = "";
	int number = 0;
	if (strstr(text, "; act: ") != 0)
		sscanf(strstr(text, "; act: "), "; act: %31s %d", word, &number);
	count++;
	if (strcmp(word, "count") == 0) { printf("sat\n%d\n", count); return; }
	if (strcmp(word, "exit") == 0) { printf("sat\n"); exit(number); }
	if (strcmp(word, "signal") == 0) { printf("sat\n"); fflush(stdout); raise(number); }
	if (strcmp(word, "hang") == 0) { printf("sat\n"); fflush(stdout); tell(); for (;;) pause(); }
	if (strcmp(word, "stop") == 0) { raise(SIGSTOP); }
	if (strcmp(word, "spin") == 0) { for (;;) ; }
	if (strcmp(word, "both") == 0) { fprintf(stderr, "warning\n"); printf("unsat\n"); return; }
	if (strcmp(word, "flood") == 0) { for (number *= 1000; number > 0; number--) puts("0123456789012345678901234567890123456789"); return; }
	if (strcmp(word, "memory") == 0) { for (; number > 0; number--) memset(malloc(1 << 20), 1, 1 << 20); for (;;) pause(); }
	if (strcmp(word, "group") == 0) { if (fork() == 0) for (;;) pause(); printf("sat\n"); return; }
	if (strcmp(word, "stray") == 0) {
		int p[2];
		pid_t child;
		char c;
		if (pipe(p) != 0) exit(1);
		child = fork();
		if (child == 0) { setsid(); if (write(p[1], "x", 1) != 1) exit(1); for (;;) pause(); }
		if (read(p[0], &c, 1) != 1) exit(1);
		fprintf(stderr, "%d\n", (int)child);
		printf("sat\n");
		return;
	}
	if (strcmp(word, "server") == 0) { if (getppid() == server) kill(server, SIGKILL); for (;;) pause(); }
	printf("sat\n");
}

int main(int argc, char **argv)
{
	static char text[1 << 16];
	size_t n = 0;
	int i;
	FILE *f;
	input = argv[argc - 1];
	server = getpid();
	for (i = 1; i < argc - 1; i++) {
		pthread_t thread;
		struct itimerval timer = { { 0, 0 }, { 100, 0 } };
		if (strcmp(argv[i], "--thread") == 0) pthread_create(&thread, 0, idle, 0);
		if (strcmp(argv[i], "--timer") == 0) setitimer(ITIMER_REAL, &timer, 0);
		if (strcmp(argv[i], "--child") == 0 && fork() == 0) for (;;) pause();
		if (strcmp(argv[i], "--elsewhere") == 0 && fork() != 0) for (;;) pause();
		if (strcmp(argv[i], "--blind") == 0) { printf("nothing to see\n"); return 0; }
		if (strcmp(argv[i], "--banner") == 0) { fprintf(stderr, "hello\n"); }
		if (strcmp(argv[i], "--stream") == 0) {
			/* as an input stream of C++ reads, and obeys what is whole */
			char part[1025];
			int fd = open(argv[argc - 1], O_RDONLY), got, lines = 1;
			while ((got = read(fd, part, 1024)) > 0) {
				char *c;
				part[got] = 0;
				for (c = part; *c != 0; c++) {
					lines += *c == '\n';
					if (strncmp(c, "(echo ", 6) == 0) { printf("echo at line %d\n", lines); fflush(stdout); }
					if (strncmp(c, "(set-option bad", 15) == 0) { printf("unsupported\n"); fflush(stdout); }
				}
				if (strstr(part, "; act: ") != 0)
					act(part);
				else
					count++;
			}
			printf("count %d\n", count);
			return 0;
		}
	}
	f = fopen(argv[argc - 1], "r");
	if (f == 0)
		return 9;
	n = fread(text, 1, sizeof text - 1, f);
	text[n] = 0;
	act(text);
	return 0;
}
`

const actorProfile = `
format = 1
name = "actor"
binaries = ["actor"]
dialect = "smtlib-2.6"
[version]
args = []
pattern = 'actor (\S+)'
`

const warmProfile = actorProfile + `
[snapshot]
command = "(echo warm)"
says = "echo at line 1"
`

// cache is where the tests keep the library and the actor.
var cache = sync.OnceValue(func() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "assay-snapshot-test")
})

// compiler returns a C compiler, and skips the test without one.
func compiler(t *testing.T) string {
	t.Helper()
	for _, name := range compilers {
		if path, err := sandbox.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no C compiler")
	return ""
}

// stage returns a runner and the actor as a target.
func stage(t *testing.T, profile, options string) (*Runner, solver.Target) {
	t.Helper()
	r := newRunner(t)
	if reason := r.Supports(t.Context(), solver.Target{}); strings.Contains(reason, "macOS") || strings.Contains(reason, "Linux") {
		t.Skip(reason)
	}
	path := build(t, "actor", actor)
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("actor.toml", []byte(profile)); err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), path+" "+options, set)
	if err != nil {
		t.Fatal(err)
	}
	return r, target
}

// newRunner returns a runner whose fallback fails.
func newRunner(t *testing.T) *Runner {
	t.Helper()
	compiler(t)
	r := New(Options{Cache: cache(), Dir: trialtest.Scratch(t), Fallback: none{}})
	t.Cleanup(r.Close)
	return r
}

// build compiles a program.
func build(t *testing.T, name, source string, options ...string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path+".c", []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	argv := append([]string{compiler(t), "-O1", "-o", path, path + ".c", "-lpthread"}, options...)
	res, err := sandbox.Run(t.Context(), sandbox.Command{Argv: argv})
	if err != nil || res.ExitCode != 0 {
		t.Fatalf("%v: %v %s", argv, err, res.Stderr)
	}
	return path
}

// none is a fallback that must not be reached.
type none struct{}

func (none) Run(context.Context, trial.Request) (solver.Run, error) { return solver.Run{}, errFallback }

// request is a request to the actor.
func request(t *testing.T, target solver.Target, text string, limits solver.Limits) trial.Request {
	t.Helper()
	path := filepath.Join(t.TempDir(), "f.smt2")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	read, err := trial.ReadText(path)
	if err != nil {
		t.Fatal(err)
	}
	return trial.Request{Target: target, Text: read, Checks: 1, Limits: limits}
}
