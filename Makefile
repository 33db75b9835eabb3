# Hustings. `make` alone prints this help.

# better-sqlite3 12 compiles on install; local Node headers are used where they exist, else npm's default.
NODE_PREFIX := $(shell node -p "require('node:path').dirname(require('node:path').dirname(process.execPath))" 2>/dev/null)
ifneq ($(wildcard $(NODE_PREFIX)/include/node/node.h),)
export npm_config_nodedir := $(NODE_PREFIX)
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test test-all test-node client answers proof bench bench-peers check graph docs lockfile clean

help: ## Print this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: node_modules/.package-lock.json dist/.built ## Install the locked dependencies and compile
	@node name-commit.mjs

node_modules/.package-lock.json: package-lock.json package.json
	@echo "Installing the locked packages from npm into node_modules: about 600 MB, and one to three minutes. Nothing is printed until it is done."
	npm ci --no-fund --no-audit
	@touch $@

SOURCES := cli.ts $(shell find cli client data ingest build server apps -name '*.ts' -not -name '*.d.ts' -not -path 'data/var/*' 2>/dev/null)

dist/.built: $(SOURCES) tsconfig.json tsconfig.build.json join-modules.mjs name-commit.mjs client/build.mjs client/package.json node_modules/.package-lock.json
	@echo "Compiling TypeScript into dist: about half a minute."
	@rm -rf dist
	@npm run --silent build
# npx finds the command here, in this folder, and not in its cache.
	@chmod +x dist/cli.js && mkdir -p node_modules/.bin && ln -sfn ../../dist/cli.js node_modules/.bin/hustings && touch $@

run: setup ## Build and serve the sample on 127.0.0.1; print a demo key and requests to try
	@echo "Building the sample: about half a minute. Then the pages to open are printed."
	@node dist/cli.js demo

test: setup ## Run the fast tests, which need only npm
	npx --no-install vitest run --project test

test-all: setup ## Run the longer tests (*.long.test.ts): real files, a browser, Python, PostGIS, many processes
	npx --no-install vitest run --project long

test-node: ## Run `make test` on other versions of Node.js: NODES="22 24 26"
	.ci/test-node $(NODES)

client: setup ## Pack the client for other programs: hustings-client-VERSION.tgz
	@npm pack --silent --workspace client

SINCE ?= HEAD~1
answers: setup ## Prove that every answer of the server is that of an earlier commit, byte by byte: SINCE=COMMIT
	ANSWERS_OF=$(SINCE) npx --no-install vitest run --project long test/answers

proof: setup ## Run every test, with the long proofs in full, and write RELIABILITY.md
	PROOF=1 npx --no-install vitest run

bench: setup ## Measure speed beside a baseline, and write BENCHMARKS.md: ONLY="reads feed", or compare with it: COMPARE=1
	rm -rf dist-bench
	npx --no-install tsc -p tsconfig.bench.json
	node dist-bench/test/bench/bench.js $(if $(COMPARE),--compare) $(ONLY)

bench-peers: ## Measure ballots beside a PostGIS and Express application that gives the same answers, and write BENCHMARKS.md
	@$(MAKE) bench ONLY=peers

check: setup ## Lint, format and type-check
	npx --no-install biome check .
	npx --no-install tsc --noEmit

graph: setup ## Draw the rooms of the source tree and the imports between them
	@npx --no-install tsx test/contract/graph.ts

docs: setup ## Write the generated pages of docs/
	@npx --no-install tsx test/contract/constants.ts
	@npx --no-install tsx test/contract/warehouse-page.ts
	@npx --no-install tsx test/proof/reliability.ts
	@npx --no-install tsx test/bench/page.ts

lockfile: ## Add the registry's integrity hash of each package to package-lock.json
	node .ci/fill-integrity.mjs

clean: ## Delete compiled files and the sample's data
	rm -rf dist dist-bench client/dist client/LICENSE data/var/sample
