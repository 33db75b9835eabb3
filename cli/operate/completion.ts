// `hustings completion`: a script for bash, zsh or fish, from the commander program. No command, option or value is named here: a new one is
// offered at once.

import { Argument, type Command, type Option } from 'commander'
import { ListOption } from '../options.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
type Shell = keyof typeof SCRIPTS

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes commands, options and values')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
bash:  hustings completion bash > ~/.local/share/bash-completion/completions/hustings
zsh:   hustings completion zsh > "\${fpath[1]}/_hustings"
fish:  hustings completion fish > ~/.config/fish/completions/hustings.fish

The shell must find a command called hustings. In a clone, bash and fish take: alias hustings='npx hustings'. In zsh, run: npm link.
Make the script again after each upgrade.`,
    )
    .action((shell: Shell) => {
      process.stdout.write(SCRIPTS[shell](program.name(), listOffers(program)))
    })
}

// The subcommands, options and arguments of each command.

/** The value of an option or argument. `text`: anything, so nothing is offered. */
type Value = { kind: 'words' | 'list'; words: readonly string[] } | { kind: 'file' } | { kind: 'text' }

interface OptionOffer {
  /** `-o`, `--output` */
  flags: readonly string[]
  description: string
  /** Null for an option without a value. */
  value: Value | null
}

interface CommandOffer {
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
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

// The script for bash.

export function bashScript(name: string, offers: readonly CommandOffer[]): string {
  const paths = offers.filter(({ path }) => path !== '').map(({ path }) => patternOf(path))
  return `# Completion of ${name} for bash. Made by: ${name} completion bash
_${name}_offer() {
  local head=
  if [[ $1 == list ]]; then
    compopt -o nospace
    [[ $3 == *,* ]] && head=\${3%,*},
  fi
  COMPREPLY=($(compgen -P "$head" -W "$2" -- "\${3#"$head"}"))
}
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${paths.join(' | ')}) at=\${at:+$at }\${COMP_WORDS[i]} ;;
    esac
  done
  case "$at $before" in
${offers.flatMap(valueCases).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$at" in
${offers.map(({ path, options }) => `      ${quoteWord(path)}) _${name}_offer words ${quoteWord(options.flatMap(({ flags }) => flags).join(' '))} "$cur" ;;`).join('\n')}
    esac
    return
  fi
  case "$at" in
${offers.flatMap(wordCases).join('\n')}
  esac
}
complete -F _${name} ${name}
`

  function valueCases({ path, options }: CommandOffer): string[] {
    return options.flatMap(({ flags, value }) =>
      value === null
        ? []
        : [`    ${flags.map((flag) => quoteWord(`${path} ${flag}`)).join(' | ')}) ${offer(value)}; return ;;`],
    )
  }
  function wordCases({ path, commands, value }: CommandOffer): string[] {
    if (commands.length > 0)
      return [`    ${quoteWord(path)}) ${offer({ kind: 'words', words: commands.map((one) => one.name) })} ;;`]
    return value.kind === 'text' ? [] : [`    ${quoteWord(path)}) ${offer(value)} ;;`]
  }
  function offer(value: Value): string {
    if (value.kind === 'text') return ':'
    if (value.kind === 'file') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))'
    return `_${name}_offer ${value.kind} ${quoteWord(value.words.join(' '))} "$cur"`
  }
}

/** `keys create` is reached from `keys` by the word `create`. */
function patternOf(path: string): string {
  return quoteWord(path.includes(' ') ? path : ` ${path}`)
}

// The script for zsh.

export function zshScript(name: string, offers: readonly CommandOffer[]): string {
  const paths = offers.filter(({ path }) => path !== '').map(({ path }) => patternOf(path))
  return `#compdef ${name}
# Completion of ${name} for zsh. Made by: ${name} completion zsh
_${name}() {
  local at= before=\${words[CURRENT - 1]} i
  local -a offered
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${paths.join(' | ')}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at $before" in
${offers.flatMap(zshValueCases).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$at" in
${offers.map(({ path, options }) => `      (${quoteWord(path)}) offered=(${options.flatMap(({ flags, description }) => flags.map((flag) => zshDescribed(flag, description))).join(' ')}) ;;`).join('\n')}
    esac
    _describe option offered
    return
  fi
  case "$at" in
${offers.flatMap(zshWordCases).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

function zshValueCases({ path, options }: CommandOffer): string[] {
  return options.flatMap(({ flags, value }) =>
    value === null
      ? []
      : [`    (${flags.map((flag) => quoteWord(`${path} ${flag}`)).join(' | ')}) ${zshOffer(value)}; return ;;`],
  )
}

function zshWordCases({ path, commands, value }: CommandOffer): string[] {
  if (commands.length > 0) {
    const words = commands.map((one) => zshDescribed(one.name, one.description)).join(' ')
    return [`    (${quoteWord(path)}) offered=(${words}); _describe command offered ;;`]
  }
  return value.kind === 'text' ? [] : [`    (${quoteWord(path)}) ${zshOffer(value)} ;;`]
}

function zshDescribed(word: string, description: string): string {
  return quoteWord(`${word.replaceAll(':', '\\:')}:${description}`)
}

function zshOffer(value: Value): string {
  if (value.kind === 'text') return ':'
  if (value.kind === 'file') return '_files'
  const words = value.words.map(quoteWord).join(' ')
  return value.kind === 'list' ? `compset -P '*,'; compadd -qS , -- ${words}` : `compadd -- ${words}`
}

// The script for fish.

export function fishScript(name: string, offers: readonly CommandOffer[]): string {
  const paths = offers.filter(({ path }) => path !== '').map(({ path }) => patternOf(path))
  return `# Completion of ${name} for fish. Made by: ${name} completion fish
function __${name}_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${paths.join(' ')}
                set at (string trim "$at $word")
        end
    end
    test "$at" = "$argv"
end
complete -c ${name} -f
${offers.flatMap(linesOf).join('\n')}
`

  function linesOf({ path, commands, options, value }: CommandOffer): string[] {
    const at = `complete -c ${name} -n ${fishQuote(`__${name}_at ${path}`.trim())}`
    return [
      ...commands.map((one) => `${at} -a ${fishQuote(one.name)} -d ${fishQuote(one.description)}`),
      ...(commands.length === 0 && value.kind !== 'text' ? [`${at} ${fishOffer(value)}`] : []),
      ...options.map(
        (option) =>
          `${at} ${fishFlags(option)}${option.value === null ? '' : ` ${fishOfferRequired(option.value)}`} -d ${fishQuote(option.description)}`,
      ),
    ]
  }
}

function fishFlags({ flags }: OptionOffer): string {
  return flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ')
}

function fishOfferRequired(value: Value): string {
  if (value.kind === 'text') return '-x'
  return value.kind === 'file' ? '-r -F' : `-x ${fishOffer(value)}`
}

function fishOffer(value: Value): string {
  if (value.kind === 'file') return '-F'
  if (value.kind === 'text') return ''
  const words = value.words.join(' ')
  return `-a ${fishQuote(value.kind === 'list' ? `(__fish_append , ${words})` : words)}`
}

/** In fish, a backslash within single quotes escapes. */
function fishQuote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
