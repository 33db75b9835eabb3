import { patternOf } from './bash.ts'
import { type CommandOffer, quoteWord, type Value } from './offers.ts'

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
${offers.flatMap(valueCases).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$at" in
${offers.map(({ path, options }) => `      (${quoteWord(path)}) offered=(${options.flatMap(({ flags, description }) => flags.map((flag) => described(flag, description))).join(' ')}) ;;`).join('\n')}
    esac
    _describe option offered
    return
  fi
  case "$at" in
${offers.flatMap(wordCases).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

function valueCases({ path, options }: CommandOffer): string[] {
  return options.flatMap(({ flags, value }) =>
    value === null
      ? []
      : [`    (${flags.map((flag) => quoteWord(`${path} ${flag}`)).join(' | ')}) ${offer(value)}; return ;;`],
  )
}

function wordCases({ path, commands, value }: CommandOffer): string[] {
  if (commands.length > 0) {
    const words = commands.map((one) => described(one.name, one.description)).join(' ')
    return [`    (${quoteWord(path)}) offered=(${words}); _describe command offered ;;`]
  }
  return value.kind === 'text' ? [] : [`    (${quoteWord(path)}) ${offer(value)} ;;`]
}

function described(word: string, description: string): string {
  return quoteWord(`${word.replaceAll(':', '\\:')}:${description}`)
}

function offer(value: Value): string {
  if (value.kind === 'text') return ':'
  if (value.kind === 'file') return '_files'
  const words = value.words.map(quoteWord).join(' ')
  return value.kind === 'list' ? `compset -P '*,'; compadd -qS , -- ${words}` : `compadd -- ${words}`
}
