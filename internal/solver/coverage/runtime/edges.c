/* Counts edges in the shared memory that AFL's variables name, for programs that no AFL compiled:
 *
 *     cc -c edges.c                                    without instrumentation
 *     gcc   -fsanitize-coverage=trace-pc       ...     the solver, linked with edges.o
 *     clang -fsanitize-coverage=trace-pc-guard ...     the same
 *
 * Without the variables nothing is counted. Libraries that are loaded at other addresses each time must be linked statically with gcc.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/shm.h>

static uint8_t nowhere[1 << 16];
static uint8_t *area = nowhere;
static size_t mask = sizeof nowhere - 1;
static __thread size_t before;

__attribute__((constructor(101))) static void attach(void) {
  const char *number = getenv("__AFL_SHM_ID"), *size = getenv("AFL_MAP_SIZE");
  size_t bytes = size ? strtoul(size, NULL, 10) : sizeof nowhere;
  if (!number || bytes < 8 || (bytes & (bytes - 1)))
    return;
  void *memory = shmat(atoi(number), NULL, 0);
  if (memory != (void *)-1) {
    area = memory;
    mask = bytes - 1;
  }
}

static void count(uint64_t block) {
  size_t here = (block * 0x9e3779b97f4a7c15u >> 32) & mask;
  area[here ^ before]++;
  before = here >> 1;
}

/* gcc: for each block of code */
extern const char __executable_start __attribute__((weak));

void __sanitizer_cov_trace_pc(void) { count((uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start); }

/* clang: for each edge, which it numbers from 1 */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  static uint32_t last;
  for (; start < stop; start++)
    if (!*start)
      *start = ++last;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { count(*guard); }
