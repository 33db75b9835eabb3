// Reads the options and arguments of each command from the commander program, for shell completion.

import type { Argument, Command, Option } from 'commander'
import { ListOption } from './list-option.ts'

/** The value of an option or argument. `text`: anything, so nothing is offered. */
export type Value = { kind: 'words' | 'list'; words: readonly string[] } | { kind: 'file' } | { kind: 'text' }

export interface OptionOffer {
  /** `-o`, `--output` */
  flags: readonly string[]
  description: string
  /** Null for an option without a value. */
  value: Value | null
}

export interface CommandOffer {
  /** `keys create`; empty for the program itself. */
  path: string
  commands: readonly { name: string; description: string }[]
  options: readonly OptionOffer[]
  /** Of its arguments. */
  value: Value
}

/** The program's offers, then those of its commands, in the order of the help. */
export function listOffers(program: Command, path = ''): CommandOffer[] {
  const help = program.createHelp()
  const commands = help.visibleCommands(program)
  const own: CommandOffer = {
    path,
    commands: commands.map((command) => ({ name: command.name(), description: firstSentence(command.description()) })),
    options: help.visibleOptions(program).map(toOffer),
    value: combine(program.registeredArguments.map(valueOfArgument)),
  }
  const below = program.commands.flatMap((command) => listOffers(command, `${path} ${command.name()}`.trim()))
  return [own, ...below]
}

function toOffer(option: Option): OptionOffer {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined)
  const takes = option.required || option.optional
  return { flags, description: firstSentence(option.description), value: takes ? valueOfOption(option) : null }
}

function valueOfOption(option: Option): Value {
  if (option instanceof ListOption) return { kind: 'list', words: option.values }
  if (option.argChoices) return { kind: 'words', words: option.argChoices }
  return namesFile(option.flags) ? { kind: 'file' } : { kind: 'text' }
}

function valueOfArgument(argument: Argument): Value {
  if (argument.argChoices) return { kind: 'words', words: argument.argChoices }
  return namesFile(argument.name()) ? { kind: 'file' } : { kind: 'text' }
}

function namesFile(text: string): boolean {
  return /file|folder/.test(text)
}

/** The first argument that has something to offer. */
function combine(values: readonly Value[]): Value {
  return values.find(({ kind }) => kind !== 'text') ?? { kind: 'text' }
}

function firstSentence(text: string): string {
  const [first = ''] = text.trim().split(/[.;:] /, 1)
  return first.endsWith('.') ? first.slice(0, -1) : first
}

/** Quotes a word for a POSIX shell. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
