import { patternOf } from './bash.ts'
import type { CommandOffer, OptionOffer, Value } from './offers.ts'

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
    const at = `complete -c ${name} -n ${quote(`__${name}_at ${path}`.trim())}`
    return [
      ...commands.map((one) => `${at} -a ${quote(one.name)} -d ${quote(one.description)}`),
      ...(commands.length === 0 && value.kind !== 'text' ? [`${at} ${offer(value)}`] : []),
      ...options.map(
        (option) =>
          `${at} ${flagsOf(option)}${option.value === null ? '' : ` ${offerRequired(option.value)}`} -d ${quote(option.description)}`,
      ),
    ]
  }
}

function flagsOf({ flags }: OptionOffer): string {
  return flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ')
}

function offerRequired(value: Value): string {
  if (value.kind === 'text') return '-x'
  return value.kind === 'file' ? '-r -F' : `-x ${offer(value)}`
}

function offer(value: Value): string {
  if (value.kind === 'file') return '-F'
  if (value.kind === 'text') return ''
  const words = value.words.join(' ')
  return `-a ${quote(value.kind === 'list' ? `(__fish_append , ${words})` : words)}`
}

/** In fish, a backslash within single quotes escapes. */
function quote(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
