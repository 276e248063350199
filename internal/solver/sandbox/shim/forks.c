/*
 * A library that is preloaded into a program and turns it into a fork server: the program starts, and at the moment it opens its input
 * file, or has read the first part of it, it begins to fork. Each child goes on as if it were the program, with the file that lies
 * there then; the program itself never goes on. The other end is in forks_linux.go.
 *
 * Environment: ASSAY_FORKS is the number of the control socket (SOCK_SEQPACKET). ASSAY_FORKS_FILE is the path of the input as the program
 * will name it. ASSAY_FORKS_HEAD, if there is one, is a file that the program reads before it forks; the rest of its input is
 * ASSAY_FORKS_FILE. ASSAY_RUN is the mark of the run, the last characters of which each child replaces by its own.
 *
 * Messages are the structs below. The server says READY or REFUSED once. It is sent FORK with the child's standard output and error as
 * descriptors, and answers DONE when the child has ended. KILL in between ends the child. The end of the socket ends the server, and the end
 * of the server ends the child.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* since Linux 6.1 */
#endif

enum { READY = 1, REFUSED, FORK, KILL, DONE };

#define MARK 20 /* characters of a mark that say which run it is */

struct request {
	int32_t kind;
	char mark[MARK];
};

struct reply {
	int32_t kind, pid, status;
	int32_t unused;
	int64_t cpu, own; /* nanoseconds: of the child, and of the server since the last reply */
	int64_t rss;      /* kilobytes, the largest of the child */
	char reason[96];
};

static int control = -1;    /* -1: this process is no server, or not any more */
static int head = -1;       /* the descriptor from which the head is read */
static const char *file;    /* of the input */
static const char *first;   /* of the head, 0 for none */
static char *mark;          /* where the environment has the mark's end */

__attribute__((constructor)) static void begin(void)
{
	const char *number = getenv("ASSAY_FORKS");
	file = getenv("ASSAY_FORKS_FILE");
	first = getenv("ASSAY_FORKS_HEAD");
	mark = getenv("ASSAY_RUN");
	if (number == 0 || file == 0 || mark == 0 || strlen(mark) < MARK)
		return;
	mark += strlen(mark) - MARK;
	control = atoi(number);
}

static void say(struct reply *r)
{
	if (send(control, r, sizeof *r, MSG_NOSIGNAL) != sizeof *r)
		_exit(1);
}

static void refuse(const char *reason)
{
	struct reply r;
	memset(&r, 0, sizeof r);
	r.kind = REFUSED;
	strncpy(r.reason, reason, sizeof r.reason - 1);
	say(&r);
	_exit(1);
}

/* What a fork would lose, or share with its siblings. */
static void check(void)
{
	static const int clocks[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
	struct stat s;
	struct itimerval timer;
	struct sigaction child;
	siginfo_t info;
	unsigned i;

	if (stat("/proc/self/task", &s) != 0)
		refuse("its threads cannot be counted");
	if (s.st_nlink != 3)
		refuse("it has several threads when it opens its input");
	for (i = 0; i < sizeof clocks / sizeof *clocks; i++)
		if (getitimer(clocks[i], &timer) == 0 && (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0))
			refuse("it has set a timer when it opens its input");
	if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0)
		refuse("it has started another process when it opens its input");
	if (sigaction(SIGCHLD, 0, &child) != 0 || child.sa_handler != SIG_DFL)
		refuse("it handles the end of its children");
}

static int64_t nanoseconds(struct timeval t) { return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000; }

/* The server's own time since the last call. */
static int64_t own(void)
{
	static int64_t last;
	struct timespec t;
	int64_t now, used;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	now = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
	used = now - last;
	last = now;
	return used;
}

/* Receives a request and its descriptors; 0 when the other end is gone. */
static int receive(struct request *q, int fds[2])
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(2 * sizeof(int))];
	} c;
	struct iovec v = { q, sizeof *q };
	struct msghdr m;
	struct cmsghdr *h;
	ssize_t n;

	memset(&m, 0, sizeof m);
	m.msg_iov = &v;
	m.msg_iovlen = 1;
	m.msg_control = c.room;
	m.msg_controllen = sizeof c.room;
	do
		n = recvmsg(control, &m, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n != sizeof *q)
		return 0;
	fds[0] = fds[1] = -1;
	h = CMSG_FIRSTHDR(&m);
	if (h != 0 && h->cmsg_type == SCM_RIGHTS && h->cmsg_len == CMSG_LEN(2 * sizeof(int)))
		memcpy(fds, CMSG_DATA(h), 2 * sizeof(int));
	return 1;
}

/* Waits for a child, and kills it when it is asked to. Its group ends with it. */
static void await(pid_t child)
{
	struct reply r;
	struct rusage used;
	struct request q;
	struct pollfd p[2];
	int none[2];

	p[0].fd = syscall(SYS_pidfd_open, child, 0);
	p[1].fd = control;
	p[0].events = p[1].events = POLLIN;
	if (p[0].fd < 0) {
		kill(-child, SIGKILL);
		_exit(1);
	}
	for (;;) {
		if (poll(p, 2, -1) < 0)
			continue;
		if (p[0].revents != 0)
			break;
		if (p[1].revents != 0) {
			kill(-child, SIGKILL);
			kill(child, SIGKILL);
			if (!receive(&q, none))
				_exit(0);
		}
	}
	close(p[0].fd);
	kill(-child, SIGKILL); /* the dead child still holds the number of the group */
	memset(&r, 0, sizeof r);
	while (wait4(child, &r.status, 0, &used) < 0)
		if (errno != EINTR)
			_exit(1);
	r.kind = DONE;
	r.pid = child;
	r.cpu = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
	r.rss = used.ru_maxrss;
	r.own = own();
	say(&r);
}

/* After how many children it pays to enlarge the pages. */
#define ENLARGE 8

/*
 * Has large tables lie in large pages, as far as the kernel goes along with it: what a child does not write then costs a fork a five
 * hundredth of what it costs otherwise.
 */
static void enlarge(void)
{
	enum { MOST = 64 };
	static const unsigned long page = 2ul << 20;
	unsigned long from[MOST], to[MOST], begin, end;
	long inode;
	char line[512], rights[8];
	int n = 0;
	FILE *(*real)(const char *, const char *) = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen");
	FILE *maps = real("/proc/self/maps", "r");

	if (maps == 0)
		return;
	while (n < MOST && fgets(line, sizeof line, maps) != 0) {
		if (sscanf(line, "%lx-%lx %7s %*x %*x:%*x %ld", &begin, &end, rights, &inode) != 4 || inode != 0 || strcmp(rights, "rw-p") != 0)
			continue;
		begin = (begin + page - 1) / page * page;
		end = end / page * page;
		if (end < begin + page)
			continue;
		from[n] = begin;
		to[n++] = end;
	}
	fclose(maps);
	while (n-- > 0)
		madvise((void *)from[n], to[n] - from[n], MADV_COLLAPSE);
}

/* Becomes a server. It returns in each child and nowhere else. */
static void serve(void)
{
	struct reply r;
	struct request q;
	int fds[2], served = 0;
	pid_t server = getpid(), child;

	check();
	fds[0] = syscall(SYS_pidfd_open, server, 0);
	if (fds[0] < 0)
		refuse("the kernel is too old: it has no pidfd_open");
	close(fds[0]);
	fcntl(control, F_SETFD, FD_CLOEXEC);
	unsetenv("LD_PRELOAD");
	memset(&r, 0, sizeof r);
	r.kind = READY;
	r.pid = server;
	r.own = own();
	say(&r);
	while (receive(&q, fds)) {
		if (q.kind != FORK)
			continue; /* KILL, for a child that has ended meanwhile */
		child = fork();
		if (child < 0) {
			refuse(strerror(errno));
		} else if (child == 0) {
			setpgid(0, 0);
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != server)
				_exit(1);
			memcpy(mark, q.mark, MARK);
			dup2(fds[0], 1);
			dup2(fds[1], 2);
			close(fds[0]);
			close(fds[1]);
			close(control);
			control = -1;
			return;
		}
		setpgid(child, child);
		close(fds[0]);
		close(fds[1]);
		await(child);
		if (++served == ENLARGE)
			enlarge();
	}
	_exit(0);
}

/* Called with each path before it is opened: returns the path to open in its place. */
static const char *opening(const char *path)
{
	if (control < 0 || path == 0 || strcmp(path, file) != 0)
		return path;
	if (first != 0)
		return first;
	serve();
	return path;
}

static int opened(const char *path, int fd)
{
	if (control >= 0 && first != 0 && path == first)
		head = fd;
	return fd;
}

static int open_at(int dir, const char *path, int flags, int mode)
{
	path = opening(path);
	return opened(path, syscall(SYS_openat, dir, path, flags, mode));
}

#define WITH_MODE(last) \
	int mode = 0; \
	if (last & (O_CREAT | O_TMPFILE)) { \
		va_list args; \
		va_start(args, last); \
		mode = va_arg(args, int); \
		va_end(args); \
	}

int open(const char *path, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { WITH_MODE(flags) return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int dir, const char *path, int flags, ...) { WITH_MODE(flags) return open_at(dir, path, flags, mode); }
int openat64(int dir, const char *path, int flags, ...) { WITH_MODE(flags) return open_at(dir, path, flags | O_LARGEFILE, mode); }
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags | O_LARGEFILE, 0); }

static FILE *open_stream(const char *name, const char *path, const char *mode)
{
	FILE *(*real)(const char *, const char *) = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, name);
	FILE *f;
	path = opening(path);
	f = real(path, mode);
	if (f != 0)
		opened(path, fileno(f));
	return f;
}

FILE *fopen(const char *path, const char *mode) { return open_stream("fopen", path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_stream("fopen64", path, mode); }

/* At the end of the head the children go on with the file itself, under the same descriptor. */
ssize_t read(int fd, void *buffer, size_t n)
{
	ssize_t got = syscall(SYS_read, fd, buffer, n);
	int rest;

	if (got != 0 || n == 0 || fd != head || control < 0)
		return got;
	serve();
	head = -1;
	rest = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY);
	if (rest < 0)
		_exit(1);
	dup2(rest, fd);
	close(rest);
	return syscall(SYS_read, fd, buffer, n);
}

ssize_t __read_chk(int fd, void *buffer, size_t n, size_t room)
{
	if (n > room)
		abort();
	return read(fd, buffer, n);
}
