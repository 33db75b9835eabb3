#!/usr/bin/env node
// The front door: `hustings <command>`. Each command has a file in the room of its readers, and only the file of the typed command is loaded.
// The packages that a command uses are loaded when it runs: help is quick, and `doctor` can say that a package does not load.

import { Command } from 'commander'
import { EXIT, nextStep, PROGRAM, toEnding } from './cli/exit.ts'
import { loadVersion } from './data/store/paths.ts'

/** Adds each command to the program, in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  demo: async () => (await import('./cli/look/demo.ts')).addDemo,
  nightly: async () => (await import('./cli/publish/nightly.ts')).addNightly,
  ingest: async () => (await import('./cli/publish/ingest.ts')).addIngest,
  build: async () => (await import('./cli/publish/build.ts')).addBuild,
  publish: async () => (await import('./cli/publish/publish.ts')).addPublish,
  rollback: async () => (await import('./cli/publish/rollback.ts')).addRollback,
  serve: async () => (await import('./cli/operate/serve.ts')).addServe,
  audit: async () => (await import('./cli/publish/audit/audit.ts')).addAudit,
  watch: async () => (await import('./cli/publish/watch/watch.ts')).addWatch,
  ballot: async () => (await import('./cli/look/ballot.ts')).addBallot,
  representatives: async () => (await import('./cli/look/ballot.ts')).addRepresentatives,
  endorsements: async () => (await import('./cli/look/endorsements.ts')).addEndorsements,
  tail: async () => (await import('./cli/look/tail.ts')).addTail,
  mcp: async () => (await import('./cli/look/mcp.ts')).addMcp,
  accounts: async () => (await import('./cli/operate/accounts.ts')).addAccounts,
  keys: async () => (await import('./cli/operate/keys.ts')).addKeys,
  plans: async () => (await import('./cli/operate/plans.ts')).addPlans,
  corrections: async () => (await import('./cli/operate/corrections.ts')).addCorrections,
  events: async () => (await import('./cli/look/events.ts')).addEvents,
  coverage: async () => (await import('./cli/analyse/coverage.ts')).addCoverage,
  evidence: async () => (await import('./cli/analyse/evidence.ts')).addEvidence,
  explain: async () => (await import('./cli/analyse/explain.ts')).addExplain,
  export: async () => (await import('./cli/analyse/export/export.ts')).addExport,
  match: async () => (await import('./cli/analyse/match/match.ts')).addMatch,
  notice: async () => (await import('./cli/publish/license-notice.ts')).addNotice,
  snapshot: async () => (await import('./cli/publish/snapshot/snapshot.ts')).addSnapshot,
  backup: async () => (await import('./cli/operate/backup.ts')).addBackup,
  restore: async () => (await import('./cli/operate/restore.ts')).addRestore,
  state: async () => (await import('./cli/operate/state.ts')).addState,
  overlay: async () => (await import('./cli/publish/overlay.ts')).addOverlay,
  size: async () => (await import('./cli/operate/size.ts')).addSize,
  sources: async () => (await import('./cli/publish/sources/sources.ts')).addSources,
  lists: async () => (await import('./cli/publish/lists/try.ts')).addLists,
  districts: async () => (await import('./cli/publish/districts/try.ts')).addDistricts,
  sql: async () => (await import('./cli/analyse/sql.ts')).addSql,
  diff: async () => (await import('./cli/analyse/diff.ts')).addDiff,
  doctor: async () => (await import('./cli/operate/doctor/doctor.ts')).addDoctor,
  'upgrade-check': async () => (await import('./cli/operate/upgrade-check.ts')).addUpgradeCheck,
  'support-bundle': async () => (await import('./cli/operate/support-bundle.ts')).addSupportBundle,
  completion: async () => (await import('./cli/operate/completion.ts')).addCompletion,
}

const program = new Command('hustings')
  .description("U.S. elections from publishers' files to an API: what is on the ballot at a place.")
  .version(loadVersion())
  .helpCommand('help [command]', 'help for a command')
  .addHelpText(
    'after',
    `
First steps:
  ${PROGRAM} demo                                    the sample, built and served, with a key
  ${PROGRAM} nightly --mirror FOLDER --only NC,DC    real sources from a mirror
  ${PROGRAM} serve                                   the API over what was published
  ${PROGRAM} ballot -                                the ballot at an address that you type

HUSTINGS_VAR moves all that is written. Data goes to stdout, progress to stderr.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a check failed, 4 another hustings is at work.`,
  )
  // Set before the commands are added: each command inherits its parent's settings.
  .exitOverride()
  // `endorsements` and its subcommands have options of the same names.
  .enablePositionalOptions()

// The other commands are loaded only if help may name them: this takes most of the time of a start.
const [word = ''] = process.argv.slice(2)
const wanted = namedOf(word)
for (const load of wanted) (await load?.())?.(program)

nameHelpAfterErrors(program, 'hustings')

// Files are private to their owner, whatever the shell's umask: DuckDB and SQLite accept no mode. Sealed parts are made readable later.
process.umask(0o077)

// `hustings sql … | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
)

function namedOf(word: string): readonly ((typeof COMMANDS)[string] | undefined)[] {
  if (word === '--version' || word === '-V') return []
  return Object.hasOwn(COMMANDS, word) && word !== 'completion' ? [COMMANDS[word]] : Object.values(COMMANDS)
}

/** After wrong usage, the next command is the help of that very command. */
function nameHelpAfterErrors(command: Command, words: string): void {
  command.showHelpAfterError(nextStep(`${words} --help`))
  for (const one of command.commands) nameHelpAfterErrors(one, `${words} ${one.name()}`)
}

let options: { sample?: boolean } = {}
program.hook('preAction', (_, command) => {
  options = command.opts()
})
try {
  await program.parseAsync()
} catch (error) {
  const { exitCode, text } = toEnding(error, options)
  process.stderr.write(text)
  process.exitCode = exitCode
}
