import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { CommandError, nextStep } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { initialFile, writeSourcesFile } from './sources-file.ts'

export function addInit(sources: Command): void {
  withCommonOptions(
    sources.command('init').description('write a commented sources.yaml, which changes nothing until you edit it'),
  ).action((options: CommonOptions) => {
    const { sourcesFile } = pathsOf(options)
    if (existsSync(sourcesFile))
      throw new CommandError(`${sourcesFile} exists already; nothing was written.`, `less ${sourcesFile}`)
    writeSourcesFile(sourcesFile, initialFile())
    if (options.json) printJson({ file: sourcesFile })
    else printLine(sourcesFile)
    logToStderr(nextStep(`hustings sources list${sampleFlag(options)}   # after editing the file`))
  })
}
