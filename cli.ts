#!/usr/bin/env node
// The front door: `hustings <command>`. One file per command in cli/; what a command needs beyond its options is loaded when
// it runs, so that help is quick and `doctor` can say that a package does not load.

import { Command } from 'commander'
import { addAccounts } from './cli/accounts.ts'
import { addBallot } from './cli/ballot.ts'
import { addBuild } from './cli/build.ts'
import { addCompletion } from './cli/completion.ts'
import { addCoverage } from './cli/coverage.ts'
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
import { addRepresentatives } from './cli/representatives.ts'
import { addRollback } from './cli/rollback.ts'
import { addServe } from './cli/serve.ts'
import { addSnapshot } from './cli/snapshot/snapshot.ts'
import { addSources } from './cli/sources/sources.ts'
import { addSql } from './cli/sql.ts'
import { addTail } from './cli/tail.ts'
import { addWatch } from './cli/watch/watch.ts'
import { loadVersion } from './data/store/version.ts'

const program = new Command('hustings')
  .description("U.S. elections from publishers' files to an API: what is on the ballot at a place.")
  .version(loadVersion())
  .helpCommand('help [command]', 'help for a command')
  .addHelpText(
    'after',
    `
First steps:
  hustings demo                                    the sample, built and served, with a key
  hustings nightly --mirror FOLDER --only NC,DC    real sources from a mirror
  hustings serve                                   the API over what was published
  hustings ballot -                                the ballot at an address that you type

HUSTINGS_VAR moves all that is written. Data goes to stdout, progress to stderr.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a check failed, 4 another hustings is at work.`,
  )
  // Set before the commands are added: each command inherits its parent's settings.
  .exitOverride()
  // `endorsements` and its subcommands have options of the same names.
  .enablePositionalOptions()

for (const add of [addDemo, addNightly, addIngest, addBuild, addPublish, addRollback, addServe, addWatch]) add(program)
for (const add of [addBallot, addRepresentatives, addEndorsements, addTail]) add(program)
for (const add of [
  addAccounts,
  addKeys,
  addPlans,
  addEvents,
  addCoverage,
  addExplain,
  addExport,
  addMatch,
  addNotice,
  addSnapshot,
  addSources,
  addSql,
  addDiff,
  addDoctor,
  addCompletion,
])
  add(program)

nameHelpAfterErrors(program, 'hustings')

// Files are private to their owner, whatever the shell's umask: DuckDB and SQLite accept no mode. Sealed parts are made readable later.
process.umask(0o077)

// `hustings sql … | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
)

/** After wrong usage, the next command is the help of that very command. */
function nameHelpAfterErrors(command: Command, words: string): void {
  command.showHelpAfterError(`Next: ${words} --help`)
  for (const one of command.commands) nameHelpAfterErrors(one, `${words} ${one.name()}`)
}

try {
  await program.parseAsync()
} catch (error) {
  const { exitCode, text } = toEnding(error)
  process.stderr.write(text)
  process.exitCode = exitCode
}
