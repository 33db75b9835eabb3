#!/usr/bin/env node
// The front door: `hustings <command>`. One file per command in cli/; what a command needs beyond its options is loaded when
// it runs, so that help is quick and `doctor` can say that a package does not load.

import { Command } from 'commander'
import { addAccounts } from './cli/accounts.ts'
import { addBuild } from './cli/build.ts'
import { addDemo } from './cli/demo.ts'
import { addDiff } from './cli/diff.ts'
import { addDoctor } from './cli/doctor/doctor.ts'
import { addEndorsements } from './cli/endorsements.ts'
import { addEvents } from './cli/events.ts'
import { EXIT, toEnding } from './cli/exit.ts'
import { addExplain } from './cli/explain.ts'
import { addExport } from './cli/export.ts'
import { addIngest } from './cli/ingest.ts'
import { addKeys } from './cli/keys.ts'
import { addMatch } from './cli/match/match.ts'
import { addNightly } from './cli/nightly.ts'
import { addNotice } from './cli/notice.ts'
import { addPlans } from './cli/plans.ts'
import { addPublish } from './cli/publish.ts'
import { addRollback } from './cli/rollback.ts'
import { addServe } from './cli/serve.ts'
import { addSnapshot } from './cli/snapshot/snapshot.ts'
import { addSources } from './cli/sources/sources.ts'
import { addSql } from './cli/sql.ts'
import { addWatch } from './cli/watch/watch.ts'
import { loadVersion } from './data/store/version.ts'

const program = new Command('hustings')
  .description("U.S. elections from publishers' files to an API: what is on the ballot at a place.")
  .version(loadVersion())
  .helpCommand('help [command]', 'help for a command')
  .showHelpAfterError('(--help shows what is expected)')
  .addHelpText(
    'after',
    `
First steps:
  hustings demo                                    the sample, built and served, with a key
  hustings nightly --mirror FOLDER --only NC,DC    real sources from a mirror
  hustings serve                                   the API over what was published

HUSTINGS_VAR moves all that is written. Data goes to stdout, progress to stderr.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a check failed, 4 another hustings is at work.`,
  )
  // Set before the commands are added: each command inherits its parent's settings.
  .exitOverride()

for (const add of [addDemo, addNightly, addIngest, addBuild, addPublish, addRollback, addServe, addWatch]) add(program)
for (const add of [
  addAccounts,
  addKeys,
  addPlans,
  addEndorsements,
  addEvents,
  addExplain,
  addExport,
  addMatch,
  addNotice,
  addSnapshot,
  addSources,
  addSql,
  addDiff,
  addDoctor,
])
  add(program)

// Files are private to their owner, whatever the shell's umask: DuckDB and SQLite accept no mode. Sealed parts are made readable later.
process.umask(0o077)

// `hustings sql … | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
)

try {
  await program.parseAsync()
} catch (error) {
  const { exitCode, text } = toEnding(error)
  process.stderr.write(text)
  process.exitCode = exitCode
}
