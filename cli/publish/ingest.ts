import type { Command } from 'commander'
import type { Source } from '../../ingest/read/source.ts'
import { EXIT, nextStep } from '../exit.ts'
import { type SourceOptions, sampleFlag, withCommonOptions, withSourceOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'
import { chooseSources, refreshDesk } from './choose-sources.ts'
import { ingestStep, runPipeline, speaksOf } from './pipeline.ts'
import { formatIngest } from './summary.ts'

export function addIngest(program: Command): void {
  withSourceOptions(withCommonOptions(program.command('ingest').description("read publishers' files into work.duckdb")))
    .argument('[source...]', 'ids of the sources to read (default: all)')
    .option('--list', 'only list the sources')
    .action(async (names: string[], options: SourceOptions & { list?: true }) => {
      if (!options.list) await refreshDesk(options)
      const sources = await chooseSources(options, names)
      if (options.list) {
        list(options.only ? sources.filter(speaksOf(options.only)) : sources, options)
        return
      }
      const { ingest } = await runPipeline('ingest', options, [ingestStep(options, sources)])
      if (!ingest) return
      if (options.json) printJson(ingest)
      else for (const line of formatIngest(ingest)) printLine(line)
      const { status } = ingest.totals
      if (status.failed === 0) logToStderr(nextStep(`hustings build${sampleFlag(options)}`))
      else {
        const some = status.read + status.unchanged > 0
        const what = some ? `${formatNumberOf(status.failed, 'source')} failed` : 'no source could be read'
        logToStderr(`hustings: ${what}.\n${nextStep(`less ${ingest.folder}/issues.csv`)}`)
        process.exitCode = EXIT.failure
      }
    })
}

function list(sources: readonly Source[], options: SourceOptions): void {
  if (options.json) {
    printJson(sources)
    return
  }
  printTable({
    columns: ['id', 'publisher', 'vintage', 'published_on', 'license'],
    rows: sources.map(({ id, publisher, vintage, published_on, licence }) => [
      id,
      publisher,
      vintage,
      published_on,
      licence,
    ]),
  })
}
