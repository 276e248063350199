# Everything here works on a fresh Debian machine with Go, as root or with sudo. `make help` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# The product is built without cgo: one static binary. Only the race detector switches it on (scripts/unit-test.sh).
export CGO_ENABLED := 0

# Compiled code and results of go vet are then shared by all checkouts: a fresh clone finds them in Go's cache.
export GOFLAGS := $(GOFLAGS) -trimpath

# Go stamps the commit into binaries, and fails where git refuses the checkout (another owner, no git).
ifneq ($(shell git rev-parse HEAD >/dev/null 2>&1 && echo yes),yes)
export GOFLAGS := $(GOFLAGS) -buildvcs=false
endif

BENCH     ?= .
FUZZ      ?= .
FUZZSHORT ?= 10s
FUZZLONG  ?= 10m
PKGS      ?= ./...
SEEDS     ?= ../shared/seeds
BASELINE  ?= z3
NEWER     ?= z3-new
KILLS     ?= 200
GROWTH    ?= all
SEED      ?= 0
RECORD    ?= bin/mistakes.jsonl

# The order of the steps below matters.
.NOTPARALLEL:

##@ First steps

.PHONY: quickstart
quickstart: check-go ## install z3 and cvc5 if missing, build, fuzz them for a minute
	@scripts/install-solvers.sh z3 cvc5
	@$(MAKE) --no-print-directory build
	@scripts/quickstart.sh

.PHONY: test
test: check-go setup fmt-check vet ## install what the tests need and run them; slow tests take samples
	@scripts/test.sh unit crosscheck-short

.PHONY: test-long
test-long: check-go setup fmt-check vet static ## the same and static, with everything instead of samples; takes hours
	@$(MAKE) --no-print-directory rules
	@ASSAY_LONG=1 scripts/test.sh unit crosscheck-medium
	@$(MAKE) --no-print-directory mistakes-sample

##@ Daily work

.PHONY: build
build: check-go ## build bin/assay
	go build -o bin/assay ./cmd/assay

.PHONY: release
release: check-go ## packages of VERSION for Linux and macOS into bin/release (or PLATFORMS="linux/amd64 ...")
	@scripts/release.sh

.PHONY: release-check
release-check: ## try each of those packages from nothing but itself, and build them again to compare the bytes
	@scripts/release-check.sh

.PHONY: site
site: check-go ## bin/site/html/index.html, the site: all pages with search, and the playground; links are checked
	@scripts/site.sh

.PHONY: reference
reference: check-go ## write docs/reference/generated anew from what the program says of itself
	go test ./internal/cli -count=1 -run '^TestReferenceIsCurrent$$' -update

.PHONY: playground
playground: check-go ## bin/playground/index.html, a page that says why a model is wrong: one file, no server needed
	@scripts/playground.sh

.PHONY: playground-check
playground-check: playground ## load times, answers and hostile texts of that page in headless Chromium, with screenshots in bin/playground
	@node scripts/playground-check.mjs

.PHONY: cross
cross: ## build everything, tests included, for macOS and for arm64; no file is for one processor only
	GOOS=darwin GOARCH=arm64 go vet ./...
	GOOS=linux GOARCH=arm64 go build ./...

.PHONY: check
check: check-go ## what a change touches, and what imports it, in about a minute
	@scripts/check.sh

.PHONY: static
static: check-go build lint cross ## the checks that run no test: linter, builds for other systems; with test, all that CI does

.PHONY: unit
unit: ## tests of all packages (or PKGS=...), with the race detector where there are goroutines
	@PKGS='$(filter-out ./...,$(PKGS))' scripts/test.sh unit

.PHONY: unit-long
unit-long: ## the same, with everything where unit takes samples, and random tests from new seeds
	@ASSAY_LONG=1 PKGS='$(filter-out ./...,$(PKGS))' scripts/test.sh unit

.PHONY: archtest
archtest: ## check the import graph against internal/testing/archtest/policy.txt
	go test ./internal/testing/archtest

.PHONY: crosscheck
crosscheck: ## short comparison with the solvers on PATH
	@scripts/test.sh crosscheck-short

.PHONY: crosscheck-medium
crosscheck-medium: ## the same over larger samples, and over all rules and built-in seeds
	@scripts/test.sh crosscheck-medium

.PHONY: rules
rules: build ## try every weakening and strengthening rule on 10,000 values, and prove it with z3 and cvc5
	bin/assay rules verify --solver "z3 rlimit=10000000 smt.max_conflicts=3000" --solver "cvc5 --rlimit=300000" --timeout 15m

.PHONY: rules-record
rules-record: check-go ## prove the rules that have changed (RULES=all: all of them) under limits of work, and record it for make test
	ASSAY_CROSSCHECK=short ASSAY_RECORD=$(or $(RULES),changed) go test -count=1 -timeout 2h -run '^TestRulesProved$$' ./internal/testing/crosscheck

.PHONY: crosscheck-long
crosscheck-long: ## the same over everything there is; takes many hours
	@scripts/test.sh crosscheck-long

.PHONY: ground
ground: ## a million ground terms, evaluated by Assay and by the solvers; continues where it was stopped
	@ASSAY_CROSSCHECK=long ASSAY_GROUND_STATE=$${ASSAY_GROUND_STATE:-$(CURDIR)/bin/ground.json} \
		ASSAY_GROUND_TABLE=$${ASSAY_GROUND_TABLE:-$(CURDIR)/bin/ground.md} \
		go test -count=1 -timeout 6h -run '^TestGround$$' -v ./internal/testing/crosscheck

.PHONY: dialects
dialects: ## scripts that only some solvers read, printed again and given to the solver that reads them, with all versions on PATH
	@ASSAY_CROSSCHECK=long ASSAY_DIALECTS_TABLE=$${ASSAY_DIALECTS_TABLE:-$(CURDIR)/bin/dialects.md} \
		go test -count=1 -timeout 2h -run '^TestDialects$$' -v ./internal/testing/crosscheck

.PHONY: matrix
matrix: ## all installed versions of all solvers on a thousand seeds: answers, models, findings; continues where it was stopped
	ASSAY_CROSSCHECK=long ASSAY_MATRIX=$${ASSAY_MATRIX:-$(CURDIR)/bin/matrix} go test -count=1 -timeout 6h -run '^TestMatrix$$' -v ./internal/testing/crosscheck

.PHONY: proofs
proofs: ## steps of the solvers' own proofs of 300 unsat seeds, evaluated under random interpretations: none may be wrong
	ASSAY_CROSSCHECK=long ASSAY_PROOFS_TABLE=$${ASSAY_PROOFS_TABLE:-$(CURDIR)/bin/proofs.md} \
		ASSAY_CROSSCHECK_SOLVERS="$${ASSAY_CROSSCHECK_SOLVERS:-z3@4.8.12;z3@5.4.0;cvc5@1.0.3;cvc5@1.2.1;cvc5@1.4.2}" \
		go test -count=1 -timeout 6h -run '^TestProofs$$' -v ./internal/testing/crosscheck

.PHONY: diver
diver: ## 20 mutants by the engine diver for each quantifier-free sat seed, for z3, cvc5 and cvc4: truth, what solvers refuse, seeds without mutants
	@ASSAY_CROSSCHECK=long ASSAY_SEEDS='$(abspath $(SEEDS))' ASSAY_DIVER_TABLE=$${ASSAY_DIVER_TABLE:-$(CURDIR)/bin/diver.txt} \
		go test -count=1 -timeout 6h -run '^TestDiver$$' -v ./internal/testing/crosscheck

.PHONY: diver-terms
diver-terms: ## what new terms of diver and typefuzz consist of, over SEEDS: operators that solvers fold, mutants that say what the seed says
	@ASSAY_CROSSCHECK=long ASSAY_SEEDS='$(abspath $(SEEDS))' ASSAY_DIVER_TERMS_TABLE=$${ASSAY_DIVER_TERMS_TABLE:-$(CURDIR)/bin/diver-terms.md} \
		go test -count=1 -timeout 1h -run '^TestDiverTerms$$' -v ./internal/testing/crosscheck

.PHONY: generate-check
generate-check: ## 10,000 generated scripts over all logics, read by four solvers: at least 99.5 % accepted, 95 % unique
	ASSAY_CROSSCHECK=long ASSAY_GENERATE_TABLE=$${ASSAY_GENERATE_TABLE:-$(CURDIR)/bin/generate.md} \
		ASSAY_CROSSCHECK_SOLVERS="$${ASSAY_CROSSCHECK_SOLVERS:-z3 -t:20;z3@5.4.0 -t:20;cvc5 --tlimit-per=20;cvc5@1.4.2 --tlimit-per=20}" \
		go test -count=1 -timeout 3h -run '^TestGenerate$$' -v ./internal/testing/crosscheck

.PHONY: operator-versions
operator-versions: ## which rows of the operator table SOLVERS (SPECs, separated by ;) read: what the table says must hold
	ASSAY_OPERATOR_SOLVERS="$(SOLVERS)" ASSAY_OPERATOR_TABLE=$${ASSAY_OPERATOR_TABLE:-$(CURDIR)/evaluation/operator-versions.md} \
		go test -count=1 -timeout 1h -run '^TestOperatorVersions$$' ./internal/testing/crosscheck

.PHONY: construction
construction: build ## storm and fusion over all SEEDS, five mutants each; continues where it was stopped
	@trap 'exit 130' INT TERM; for e in storm fusion; do \
		bin/assay fuzz --solver z3 --solver cvc5 --solver cvc4 --engine $$e --chain 5 --timeout 1s --mutants 11000 \
			--out bin/construction-$$e $(SEEDS); code=$$?; [ $$code = 0 ] || [ $$code = 10 ] || exit 1; \
	done

.PHONY: findings
findings: build ## reduce and bisect what was found, with the solvers at hand, into findings/
	scripts/findings.sh

.PHONY: findings-check
findings-check: build ## which entries of findings/ still show in the newest versions, into evaluation/findings-newest.tsv
	scripts/findings-check.sh >bin/findings-newest.tsv
	mv bin/findings-newest.tsv evaluation/findings-newest.tsv
	@cut -f3 evaluation/findings-newest.tsv | sed 1d | sort | uniq -c

.PHONY: hunt
hunt: check-go ## the standing hunt on the newest solvers: one job at the lowest priority until it is interrupted (or for DURATION); continues where it was stopped
	@scripts/hunt.sh run

.PHONY: hunt-guided
hunt-guided: check-go ## after hunt-triage: mutate what made checks of builds fail, on the releases (DURATION each, 1h)
	@scripts/hunt.sh guided

.PHONY: hunt-triage
hunt-triage: check-go ## what the hunt has found, grouped into bugs, and a line a campaign in evaluation/hunt.tsv
	@scripts/hunt.sh triage

.PHONY: ci-same ci-known
ci-same: check-go ## ten comparisons of a program with itself by assay ci, three minutes each; what was done is not done again
	@scripts/ci-measure.sh same

ci-known: check-go ## known regressions that assay ci is to find, ten minutes each; what was done is not done again
	@scripts/ci-measure.sh known

.PHONY: weakening
weakening: build ## ten mutants from each of the SEEDS, with twenty steps of weaken from one to the next; continues where it was stopped
	@bin/assay fuzz --solver z3 --solver cvc5 --solver cvc4 --engine weaken --chain 10 --weaken-walk 20 --weaken-stride 20 --solo 0 \
		--timeout 500ms --mutants 22010 --out bin/weakening $(SEEDS); code=$$?; [ $$code = 0 ] || [ $$code = 10 ]

.PHONY: incompleteness
incompleteness: build ## what BASELINE and cvc4 decide but NEWER and cvc5 do not, in 20 minutes: make incompleteness NEWER=/path/to/z3
	@bin/assay fuzz --baseline $(BASELINE) --baseline cvc4 --solver $(NEWER) --solver cvc5 --engine weaken --solo 0 \
		--timeout 2s --duration 20m --out bin/incompleteness $(SEEDS); code=$$?; [ $$code = 0 ] || [ $$code = 10 ]

.PHONY: bench-triage
bench-triage: build ## 20 minutes on old solvers with everything kept, grouped into bugs; then 5 minutes that know these bugs
	@bin/assay fuzz --solver cvc4 --solver z3 --solver cvc5 --keep every --timeout 1s --duration 20m --seed 21 --out bin/triage -q findings/*/found.smt2; \
		code=$$?; [ $$code = 10 ]
	@bin/assay triage bin/triage; code=$$?; [ $$code = 0 ] || [ $$code = 10 ]
	@bin/assay triage bin/triage --mark '*=known'
	@bin/assay fuzz --solver cvc4 --solver z3 --solver cvc5 --timeout 1s --duration 5m --seed 22 --known bin/triage --out bin/triage-again -q findings/*/found.smt2; \
		code=$$?; [ $$code = 0 ] || [ $$code = 10 ]
	@bin/assay triage bin/triage-again --known bin/triage; code=$$?; [ $$code = 0 ] || [ $$code = 10 ]

.PHONY: kills
kills: ## KILLS SIGKILLs at random moments of campaigns of all engines; the results are compared with those of campaigns that were not killed
	ASSAY_KILLS=$(KILLS) go test -count=1 -timeout 2h -run '^TestKills$$' -v ./internal/testing/crosscheck

.PHONY: store-drivers store-speed
store-drivers: check-go ## how long transactions of three SQLite drivers take, their memory and the size of their binaries
	@scripts/store-drivers.sh

store-speed: check-go ## mutants a second of campaigns with the fake solver by the programs OLD and NEW, in turns (evaluation/store.md)
	@scripts/store-speed.sh $(OLD) $(NEW)

.PHONY: accessibility
accessibility: check-go ## the pages of assay serve in chromium: axe-core at three widths, light and dark, the keyboard, sizes and times (evaluation/cockpit.md)
	@scripts/pages.sh access

.PHONY: pages-large
pages-large: check-go ## how fast the pages are for a campaign of 10,000 findings and a million mutants
	@scripts/pages.sh large

.PHONY: pages-hour
pages-hour: check-go ## the memory of a page that stays open on a running campaign for MINUTES (60), and of its server
	@scripts/pages.sh hour

.PHONY: flaky
flaky: ## each package's tests (or PKGS) RUNS (50) times, shuffled, half of it under load; continues where it was stopped
	@scripts/flaky.sh run $(filter-out ./...,$(PKGS))

.PHONY: test-runs
test-runs: ## `make test` in QUIET (5) fresh clones one after the other, and in LOADED (5) under a load of 15; continues where it was stopped
	@scripts/test-runs.sh $(or $(QUIET),5) $(or $(LOADED),5)

# Mistakes are planted in a copy, so that nobody's edits meanwhile count as tests that catch them.
mistakes-tree = rm -rf bin/mistakes-tree && mkdir -p bin/mistakes-tree && \
	git ls-files -z --cached --others --exclude-standard | xargs -0 tar --ignore-failed-read -cf - | tar -xf - -C bin/mistakes-tree

.PHONY: mistakes
mistakes: mistakes-tool ## plant 300 mistakes that a rule chooses and see which test catches each; SEED=n draws others; continues where it was stopped
	@$(mistakes-tree)
	bin/mistakes run --tree bin/mistakes-tree --seed $(SEED) --record $(RECORD) --slow 30 >/dev/null
	bin/mistakes run --tree bin/mistakes-tree --seed $(SEED) --record $(RECORD) --further --at-least 90

.PHONY: mistakes-sample
mistakes-sample: mistakes-tool ## every fifteenth of the mistakes of make mistakes
	@rm -f bin/mistakes-sample.jsonl
	@$(mistakes-tree)
	bin/mistakes run --tree bin/mistakes-tree --sample 20 --record bin/mistakes-sample.jsonl --at-least 90

.PHONY: mistakes-tool
mistakes-tool: check-go
	@go build -C tools -trimpath -o '$(CURDIR)/bin/mistakes' ./mistakes

.PHONY: mistakes-by-hand
mistakes-by-hand: check-go ## make the mistakes that were chosen by hand in a copy of the tree, one at a time, and see which test catches each; takes hours
	@scripts/mistakes.sh bin/mistakes.tsv

.PHONY: fmt
fmt: ## format all Go files
	gofmt -s -w $$(find . \( -name '.?*' -o -name testdata \) -prune -o -name '*.go' -print)

.PHONY: fmt-check
fmt-check: ## fail when a file is not formatted
	@scripts/check-fmt.sh

.PHONY: vet
vet: ## go vet
	go vet ./...
	go -C tools vet ./...

.PHONY: lint
lint: ## golangci-lint and actionlint, at the pinned versions
	@lint=$$(scripts/install-tool.sh golangci-lint) && "$$lint" run ./... && cd tools && "$$lint" run ./...
	@scripts/lint-actions.sh

.PHONY: presubmit
presubmit: static test fuzz-short ## what to run before sending a change

##@ Longer runs

.PHONY: fuzz-short
fuzz-short: ## every native fuzz target (or FUZZ=pattern) for FUZZSHORT
	@scripts/fuzz-native.sh $(FUZZSHORT) '$(FUZZ)'

.PHONY: fuzz-long
fuzz-long: ## every native fuzz target (or FUZZ=pattern) for FUZZLONG
	@scripts/fuzz-native.sh $(FUZZLONG) '$(FUZZ)'

.PHONY: bench
bench: ## benchmarks (or BENCH=pattern PKGS=...)
	go test -run '^$$' -bench '$(BENCH)' -benchmem $(PKGS)

.PHONY: growth
growth: ## the engines' own cost on seeds from 1 KB to 10 MB (or GROWTH=engines, shapes, logics and a size, separated by commas)
	ASSAY_SEEDS='$(abspath $(SEEDS))' ASSAY_GROWTH='$(GROWTH)' go -C tools test ./growth -run TestGrowth -v -count 1 -timeout 2h

.PHONY: bench-speed
bench-speed: ## queries in each kind of process, mutants of each engine, solvers' share of campaigns, over SEEDS
	@go -C tools run ./benchspeed $(if $(wildcard $(SEEDS)),$(abspath $(SEEDS)))

.PHONY: bench-diver
bench-diver: ## mutants of the engine diver per CPU second, by theory, with and without weights, aiming and fresh variables, over SEEDS
	@ASSAY_CROSSCHECK=long ASSAY_SEEDS='$(abspath $(SEEDS))' ASSAY_DIVER_SPEED_TABLE=$${ASSAY_DIVER_SPEED_TABLE:-$(CURDIR)/bin/diver-speed.md} \
		go test -count=1 -timeout 2h -run '^TestDiverSpeed$$' -v ./internal/testing/crosscheck

.PHONY: bench-a33029b
bench-a33029b: ## mutants per second compared with commit a33029b, over SEEDS; continues where it was stopped
	@scripts/bench-a33029b.sh $(SEEDS)

# Programs, CPU time of a campaign, campaigns per arm, length of a turn, solvers, flags of all arms, and further arms.
BEFORE ?=
NOW ?= bin/assay
CPU ?= 30m
REPEAT ?= 4
SLICE ?= 5m
BUGS ?= bin/bugs
BUG_SOLVERS ?= z3@4.8.12 z3@4.13.4 z3@4.16.0 z3@5.4.0 cvc5@1.0.3 cvc5@1.3.4 cvc5@1.4.2 cvc4@1.8
FLAGS ?= --timeout 1s
ARMS ?=

.PHONY: bench-bugs
bench-bugs: build ## known bugs that BEFORE (a program) and this tree find in REPEAT campaigns of CPU each, over SEEDS; continues where it was stopped
	@[ -n "$(BEFORE)" ] || { echo "bench-bugs: BEFORE is missing: the path of another assay" >&2; exit 2; }
	bin/assay bench bugs run --out $(BUGS) --arm before='$(BEFORE)' --arm now='$(NOW)' $(ARMS) --flags '$(FLAGS)' \
		$(foreach s,$(or $(SOLVERS),$(BUG_SOLVERS)),--solver $(s)) --cpu $(CPU) --repeat $(REPEAT) $(if $(FIRST),--first-run $(FIRST)) --slice $(SLICE) $(SEEDS)
	bin/assay bench bugs judge $(BUGS)
	bin/assay bench bugs record $(BUGS) --out $(BUGS).jsonl
	bin/assay bench bugs report $(BUGS) $(RECORDS) --html $(BUGS).html

.PHONY: bench-yinyang
bench-yinyang: ## mutants per second compared with yinyang 0.3.0, which pip installs; continues where it was stopped
	@scripts/bench-yinyang.sh $(SEEDS)

.PHONY: bench-ddsmt
bench-ddsmt: ## reductions compared with those of ddSMT, which pip installs, on 30 inputs from SEEDS; continues where it was stopped
	@scripts/bench-ddsmt.sh $(SEEDS)

.PHONY: ablation
ablation: ## what learning and searching options gain: campaigns of SOLVERS in turns of equal CPU time; scripts/ablation.sh has the settings
	@$(if $(SOLVERS),,$(error SOLVERS is missing, such as SOLVERS=cvc5))IFS=';'; read -ra each <<<"$(SOLVERS)"; scripts/ablation.sh "$${each[@]}"

.PHONY: same-answers
same-answers: ## 20,000 queries for each solver (or SOLVERS) and mode, and in fresh processes: answers must be the same; continues where it was stopped
	@ASSAY_CROSSCHECK=long ASSAY_CROSSCHECK_SOLVERS="$(SOLVERS)" ASSAY_ANSWERS=$${ASSAY_ANSWERS:-$(CURDIR)/bin/answers} \
		go test -count=1 -timeout 6h -run '^TestSameAnswers$$' -v ./internal/testing/crosscheck

.PHONY: hub-kills
hub-kills: check-go ## 200 times: a hub or workers killed, their connections cut, slowed down or spoilt, slots taken and dropped; 50 planted bugs are each found once
	@ASSAY_LONG=1 go test -count=1 -timeout 3h -run '^TestHubKilled$$' -v ./internal/cli

.PHONY: hub-load
hub-load: check-go ## simulated workers on a real hub: 1, 8 and 1,000 of them at full speed; what a slot and a mutant cost
	@for n in 1 8 1000; do ASSAY_HUB_WORKERS=$$n ASSAY_HUB_SLOTS=$${ASSAY_HUB_SLOTS:-5000} go test -count=1 -timeout 1h -run '^TestHubLoad$$' -v ./internal/cli | grep slots/s || exit 1; done

.PHONY: hub-workers
hub-workers: check-go ## 1, 2, 4 and 8 real workers on a solver that answers at once, and the same campaign in one process: times and CPU
	@ASSAY_HUB_REAL=$(or $(SLOTS),300) go test -count=1 -timeout 3h -run "^TestHubWorkers$$" -v ./internal/cli

.PHONY: hub-soak
hub-soak: check-go ## SOAK seconds (3600) of eight simulated workers with ten findings a second; what the hub holds goes to bin/hub-soak.txt
	@mkdir -p bin; ASSAY_HUB_WORKERS=8 ASSAY_HUB_WORK=80 ASSAY_HUB_HITS=200 ASSAY_HUB_SECONDS=$(or $(SOAK),3600) ASSAY_HUB_RESOURCES=$(CURDIR)/bin/hub-soak.txt \
		go test -count=1 -timeout 3h -run '^TestHubLoad$$' -v ./internal/cli

.PHONY: million
million: ## a million mutants in one campaign, and the resources that Assay holds meanwhile
	@scripts/million.sh

##@ Housekeeping

.PHONY: check-go
check-go:
	@scripts/check-go.sh

.PHONY: setup
setup: check-go ## install what the tests need
	@scripts/setup-test.sh

.PHONY: clean
clean: ## remove built binaries and results below bin
	rm -rf bin

.PHONY: help
help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
