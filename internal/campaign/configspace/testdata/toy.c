/* A solver with options for a compiler that instruments: --mul changes its way where there is bvmul, --idle is read and does
   nothing, and --level is looked up where there is bvmul, whatever its value. */
#include <stdio.h>
#include <string.h>

static volatile int work;

static void plain(void) { work += 2; }

static void clever(void) { work += 3; }

static void idle(void) { work++; }

static void look_up(void) { work += 4; }

int main(int argc, char **argv) {
  char line[1 << 16];
  int mul = 0, given = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--version"))
      return puts("toy 1.0") < 0;
    else if (!strcmp(argv[i], "--help"))
      return puts("  --mul     another way\n  --idle    nothing\n  --level=3 of nothing (default: 3)") < 0;
    else if (!strcmp(argv[i], "--mul"))
      mul = 1;
    else if (!strcmp(argv[i], "--idle"))
      idle();
    else if (!strncmp(argv[i], "--level=", 8))
      given = 1;
  FILE *in = argc > 1 ? fopen(argv[argc - 1], "r") : NULL;
  if (!in)
    return 1;
  while (fgets(line, sizeof line, in)) {
    if (strstr(line, "(bvmul ")) {
      if (mul)
        clever();
      else
        plain();
      if (given)
        look_up();
    }
    if (strstr(line, "(check-sat)") || strstr(line, "(check-sat-assuming"))
      puts("sat");
  }
  return 0;
}
