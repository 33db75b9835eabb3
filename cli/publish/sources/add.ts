import { type Command, InvalidArgumentError } from 'commander'
import { parserOfEntry } from '../../../ingest/configuration/schema.ts'
import { CommandError, EXIT, nextStep } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { addEntry, ENTRY_KINDS, type EntryKind, loadSourcesText, saveSourcesText } from './edit.ts'

const KINDS = Object.keys(ENTRY_KINDS).filter(isKind)

function isKind(text: string): text is EntryKind {
  return Object.hasOwn(ENTRY_KINDS, text)
}

export function addAdd(sources: Command): void {
  withCommonOptions(sources.command('add').description('add an entry to sources.yaml; its comments stay'))
    .argument('<kind>', KINDS.join(', '), parseKind)
    .argument('<key=value...>', 'the keys of the entry, as in the file; a list has commas')
    .addHelpText(
      'after',
      `
Example:
  hustings sources add endorsement-feed id=city-paper 'publisher=The City Paper' \\
    url=https://example.org/endorsements.json page=https://example.org/ \\
    licence=CC-BY-4.0 format=json endorsers=city-paper

A header whose value is in a variable of the environment: header_env=Authorization:CITY_PAPER_TOKEN`,
    )
    .action(async (kind: EntryKind, words: string[], options: CommonOptions) => {
      const { sourcesFile } = pathsOf(options)
      const parse = parserOfEntry(ENTRY_KINDS[kind])
      const entry = parse(words.map(parseWord))
      const text = addEntry(loadSourcesText(options), kind, entry)
      await saveSourcesText(text, options, 'hustings sources add --help')
      const id = String(entry.id)
      if (options.json) printJson({ file: sourcesFile, added: id })
      else printLine(`${sourcesFile}: added ${id}`)
      logToStderr(nextStep(`hustings sources check ${id}${sampleFlag(options)}`))
    })
}

function parseKind(text: string): EntryKind {
  if (isKind(text)) return text
  throw new InvalidArgumentError(`Expected one of ${KINDS.join(', ')}.`)
}

function parseWord(word: string): [key: string, value: string] {
  const [, key = '', value = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? []
  if (key === '')
    throw new CommandError(`Got "${word.slice(0, 40)}", expected key=value.`, 'hustings sources add --help', EXIT.usage)
  return [key, value]
}
