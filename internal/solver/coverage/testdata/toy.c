/* A program that an instrumenting compiler makes edges of: it answers like a solver and takes another way for each (assert (= n K)). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int work;

static void even(void) { work += 2; }

static void odd(void) { work += 3; }

static void loop(int n) {
  for (int i = 0; i < n; i++)
    work++;
}

int main(int argc, char **argv) {
  char line[4096];
  int n = 0;
  FILE *in = argc > 1 && strcmp(argv[argc - 1], "-") ? fopen(argv[argc - 1], "r") : stdin;
  if (argc > 1 && !strcmp(argv[1], "--version")) {
    puts("toy 1.0");
    return 0;
  }
  if (!in)
    return 1;
  /* As programs of AFL++ do that have more edges than room to count them. */
  const char *room = getenv("AFL_MAP_SIZE");
  if (argc > 2 && !strncmp(argv[1], "--least=", 8) && room && atoi(room) < atoi(argv[1] + 8))
    return 255;
  while (fgets(line, sizeof line, in)) {
    char *at;
    if ((at = strstr(line, "(assert (= n ")))
      n = atoi(at + 13);
    else if ((at = strstr(line, "(echo \"")))
      printf("%.*s\n", (int)strcspn(at + 7, "\""), at + 7);
    else if (strstr(line, "(reset)"))
      n = 0;
    else if (strstr(line, "(check-sat)")) {
      if (n % 2)
        odd();
      else
        even();
      loop(n);
      puts(n % 2 ? "unsat" : "sat");
      if (n == 666)
        abort();
    }
    fflush(stdout);
  }
  return 0;
}
