import type { Command } from 'commander'
import { CommandError, EXIT, nextStep } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { loadSourcesText, removeEntry, saveSourcesText } from './edit.ts'
import { loadListed } from './listed.ts'

export function addRemove(sources: Command): void {
  withCommonOptions(
    sources.command('remove').description('remove an entry from sources.yaml; the next nightly deletes its rows'),
  )
    .argument('<id>', 'as in the list')
    .action(async (id: string, options: CommonOptions) => {
      const { sourcesFile } = pathsOf(options)
      const text = removeEntry(loadSourcesText(options), id)
      if (text === undefined) {
        await loadListed(id, options)
        throw new CommandError(
          `${id} is a built-in source: list it under "disabled" in ${sourcesFile} to switch it off.`,
          `hustings sources init${sampleFlag(options)}   # writes the file, if there is none`,
          EXIT.usage,
        )
      }
      await saveSourcesText(text, options, `less ${sourcesFile}`)
      if (options.json) printJson({ file: sourcesFile, removed: id })
      else printLine(`${sourcesFile}: removed ${id}`)
      logToStderr(nextStep(`hustings nightly${sampleFlag(options)}   # deletes its rows`))
    })
}
