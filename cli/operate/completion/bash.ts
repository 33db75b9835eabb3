import { type CommandOffer, quoteWord, type Value } from './offers.ts'

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
export function patternOf(path: string): string {
  return quoteWord(path.includes(' ') ? path : ` ${path}`)
}
