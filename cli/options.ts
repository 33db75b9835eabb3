// Options that several commands share, and how their values are read.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { mayHoldKey } from '../data/access/key.ts'
import { endOfDay } from '../data/schema/scalar.ts'
import { snapshotName, snapshotReference } from '../data/schema/snapshot.ts'
import { STATE_CODES, type StateCode } from '../data/schema/vocabulary.ts'
import { type Paths, PROJECT_ROOT, paths } from '../data/store/paths.ts'
import { CommandError, EXIT } from './exit.ts'

export interface CommonOptions {
  sample?: true
  json?: true
}

export interface SourceOptions extends CommonOptions {
  mirror?: string
  only?: readonly StateCode[]
  refresh?: true
}

export interface BuildCommandOptions extends CommonOptions {
  threads?: number
}

export interface PublishCommandOptions extends CommonOptions {
  accept?: true
}

type Family = 'public' | 'sample'

/** --sample and --json, which every command takes. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--sample', 'use the embedded sample, in its own folder, instead of the real sources')
    .option('--json', 'print data as JSON')
}

export function withSourceOptions(command: Command): Command {
  return command
    .addOption(new Option('--mirror <folder or URL>', "read the sources' files from a mirror").argParser(parseMirror))
    .addOption(
      new Option('--only <states>', 'only these states, by postal code, comma-separated').argParser(parseStates),
    )
    .option('--refresh', 'contact publishers again that were already contacted today')
}

export function withBuildOptions(command: Command): Command {
  return command.addOption(
    new Option(
      '--threads <n>',
      'processor threads for the database; does not change the bundle (default: all)',
    ).argParser(parseThreads),
  )
}

export function withPublishOptions(command: Command): Command {
  return command.option('--accept', 'publish even if many rows would vanish or the current bundle cannot be read')
}

export function familyOf(options: CommonOptions): Family {
  return options.sample ? 'sample' : 'public'
}

export function pathsOf(options: CommonOptions): Paths {
  return paths(familyOf(options))
}

/** The sample's files come with the project, so it needs no network. */
export function mirrorOf(options: SourceOptions): string | undefined {
  return options.mirror ?? (options.sample ? PROJECT_ROOT : undefined)
}

/** The --sample flag for a suggested command. */
export function sampleFlag(options: CommonOptions): string {
  return options.sample ? ' --sample' : ''
}

/** The next command where nothing is published. */
export function nightlyFor(options: CommonOptions): string {
  const isSampleThere = !options.sample && existsSync(paths('sample').state)
  return isSampleThere
    ? 'hustings nightly   # reads the real sources; the sample is there: add --sample to ask it'
    : `hustings nightly${sampleFlag(options)}`
}

/** The first build for a command that tries something of these states. */
export function firstBuildFor(entries: readonly { states: readonly StateCode[] }[], options: CommonOptions): string {
  if (options.sample) return nightlyFor(options)
  const states = [...new Set(entries.flatMap((entry) => entry.states))].sort()
  return `hustings nightly --only ${states.join(',')}   # --mirror DIR reads the sources' files from a folder; HUSTINGS_VAR is the folder of the build`
}

export function parseStates(text: string): StateCode[] {
  return text.split(',').map((part) => {
    const code = STATE_CODES.find((known) => known === part.trim().toUpperCase())
    if (!code) throw new InvalidArgumentError(`Got "${part}", expected postal codes such as NC,DC.`)
    return code
  })
}

export function parseThreads(text: string): number {
  const threads = Number(text)
  if (!/^\d{1,3}$/.test(text) || threads < 1) throw new InvalidArgumentError('Expected a whole number from 1 to 999.')
  return threads
}

function parseMirror(text: string): string {
  if (/^https?:\/\//.test(text)) {
    if (!URL.canParse(text)) throw new InvalidArgumentError(`Got "${text}", expected a URL.`)
    return text
  }
  if (!statSync(text, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('No such folder.')
  return text
}

/** @returns the last millisecond of the day, UTC. */
export function parseLastDay(text: string): string {
  return endOfDay(parseDay(text))
}

export function parseDay(text: string): string {
  const instant = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('Expected a date such as 2028-11-07.')
  return text
}

/** A bundle or a day, as `snapshot=` of the server takes them, or the name of a pin. */
export function parseSnapshot(text: string): string {
  if (snapshotReference.safeParse(text).success || snapshotName.safeParse(text).success) return text
  throw new InvalidArgumentError(
    'Expected the name of a pin, at least 8 characters of a bundle id, or a date such as 2024-11-05.',
  )
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535; 0 takes any free one.')
  return port
}

// Parses command-line values with the same schemas as the rest of the program.

export function parserOf<Value>(schema: z.ZodType<Value, unknown>): (text: string) => Value {
  return (text) => {
    const { data, error } = schema.safeParse(text)
    if (error === undefined) return data
    const sentence = toSentence(error.issues[0]?.message ?? 'not valid')
    // Commander would print the value.
    if (mayHoldKey(text)) throw new CommandError(sentence, 'hustings --help', EXIT.usage)
    throw new InvalidArgumentError(sentence)
  }
}

export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** An option with a comma-separated list of known values. Commander's own choices would permit only one value, and fill the help. */
export class ListOption extends Option {
  readonly values: readonly string[]
  constructor(flags: string, description: string, values: readonly string[]) {
    super(flags, description)
    this.values = values
  }
}

// Files that a command writes.

/**
 * Throws CommandError unless the file can be written, before anything is built for it.
 * @param command the command to run with another file @param next the same with its file
 * @returns the whole path
 */
export function requireNewFile(output: string, command: string, next = `${command} --output OTHER_FILE`): string {
  const file = resolve(output)
  if (existsSync(file)) throw new CommandError(`${file} exists.`, next)
  const folder = dirname(file)
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (!stat) throw new CommandError(`There is no folder ${folder} for ${file}.`, next)
  if (!stat.isDirectory()) throw new CommandError(`${folder} is a file, expected a folder for ${file}.`, next)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new CommandError(`This user is not permitted to write into ${folder}.`, next)
  }
  return file
}
