// The exit code of a command, and the sentence and next command that an error prints.

import { basename, dirname, relative, sep } from 'node:path'
import { CommanderError } from 'commander'
import { ChecksFailed } from '../build/check/checks.ts'
import { MassChange } from '../build/publish/loss-limits.ts'
import { SnapshotFault } from '../build/snapshot/unpack.ts'
import { LockHeld } from '../data/store/lock.ts'
import { isDamage } from '../data/store/work-damage.ts'

export const EXIT = { ok: 0, failure: 1, usage: 2, checksFailed: 3, locked: 4 } as const
type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A command that cannot continue. The sentence says what, where, got and expected; `next` is the command to run. */
export class CommandError extends Error {
  readonly next: string
  readonly exitCode: ExitCode
  constructor(sentence: string, next: string, exitCode: ExitCode = EXIT.failure) {
    super(sentence)
    this.name = 'CommandError'
    this.next = next
    this.exitCode = exitCode
  }
}

interface Ending {
  exitCode: ExitCode
  /** For stderr; empty if everything has been printed. */
  text: string
}

/** @param options of the command that failed */
export function toEnding(error: unknown, options: { sample?: boolean } = {}): Ending {
  // Commander has printed its own message. Requested help is not an error.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? EXIT.ok : EXIT.usage, text: '' }
  const { message, next, exitCode = EXIT.failure } = explainFault(error, options)
  return { exitCode, text: `hustings: ${message}\n${nextStep(next)}\n` }
}

interface Explained {
  message: string
  /** The command to run, perhaps with a comment. */
  next: string
  /** Default: EXIT.failure. */
  exitCode?: ExitCode
}

/** A command knows its own options; the faults of all other rooms do not know that it ran on the sample. */
export function explainFault(error: unknown, { sample = false }: { sample?: boolean } = {}): Explained {
  if (error instanceof CommandError) return error
  const explained = explainOther(error)
  return sample ? { ...explained, next: addSample(explained.next) } : explained
}

/** @param next one command, perhaps with a comment */
function addSample(next: string): string {
  return next.replace(/^hustings [^#]*[^#\s]/, (command) =>
    command.includes(' --sample') ? command : `${command} --sample`,
  )
}

function explainOther(error: unknown): Explained {
  if (error instanceof LockHeld)
    return {
      exitCode: EXIT.locked,
      message: error.message,
      next: 'hustings doctor   # shows who holds the lock; then run this command again',
    }
  if (error instanceof ChecksFailed)
    return {
      exitCode: EXIT.checksFailed,
      message: error.message,
      next: 'hustings ingest   # after correcting the rows above; then hustings build',
    }
  if (error instanceof MassChange)
    return {
      message: `nothing was published: ${error.message}.`,
      next: 'hustings publish --accept   # after checking those sources',
    }
  if (error instanceof SnapshotFault) {
    const { message, next } = splitNext(error.message)
    return {
      message,
      next: next ?? 'sha256sum FILE   # if it differs from the sum of the author, copy the file again',
    }
  }
  if (error instanceof Error && isDamage(error))
    return {
      message: `work.duckdb is damaged: ${error.message.split('\n', 1)[0]}`,
      next: 'hustings ingest   # rebuilds it from kept bytes',
    }
  if (error instanceof Error) {
    const { message, next } = splitNext(error.message)
    return next ? { message, next } : { message: describe(error), next: nextAfter(error.message) }
  }
  return { message: String(error), next: 'hustings doctor' }
}

/** Error sentences of build and ingest end with the command to run next. */
export function splitNext(text: string): { message: string; next: string | undefined } {
  const [, message, next] = /^(.*); run: (hustings .*)$/s.exec(text) ?? []
  return { message: message ?? text, next }
}

/** Returns the answer of the state, or throws CommandError for a refusal. */
export function orRefuse<Answer extends object>(answer: Answer | { refused: string }, next: string): Answer {
  if (isRefusal(answer)) throw new CommandError(answer.refused, next)
  return answer
}

function isRefusal(answer: object): answer is { refused: string } {
  return 'refused' in answer
}

/** The settings' errors begin with the name of the variable. */
function nextAfter(message: string): string {
  const [, variable] = /^the environment's ([A-Z_]+)/.exec(message) ?? []
  return variable === undefined ? 'hustings doctor' : `unset ${variable}   # or set it to what the message expects`
}

/** Errors of the language itself are bugs of the program: a bug report needs their location. */
function describe(error: Error): string {
  const own = error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError
  return own ? (error.stack ?? error.message) : error.message
}

// The commands that this program prints, as they work when they are pasted into the same shell.

const LINKS = `${sep}node_modules${sep}.bin`

/** How the program was started: by npx, from a checkout, or as an installed command. @param script the file that Node.js runs */
export function nameProgram(script: string, folder: string): string {
  if (dirname(script).endsWith(LINKS)) return 'npx hustings'
  if (basename(script) === 'cli.js') return `node ${quote(relative(folder, script))}`
  if (basename(script) === 'cli.ts') return `npx tsx ${quote(relative(folder, script))}`
  return 'hustings'
}

/** The code writes commands as `hustings <command>`. */
export const PROGRAM = nameProgram(process.argv[1] ?? '', process.cwd())

/** @param commands begin with `hustings`, also after `&&`, `then` or a variable */
export function toTyped(commands: string, program: string = PROGRAM): string {
  return commands.replace(
    /(^|&& |then |^[A-Z_]+=\S+ )hustings (?=[a-z-])/g,
    (_, before: string) => `${before}${program} `,
  )
}

/** The last line of a message for people. */
export function nextStep(command: string): string {
  return `Next: ${toTyped(command)}`
}

/** Quotes a word for the shell. */
export function quote(word: string): string {
  return /^[\w./@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
