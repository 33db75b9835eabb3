import type { Command } from 'commander'
import { EXIT, nextStep } from '../exit.ts'
import { type BuildCommandOptions, sampleFlag, withBuildOptions, withCommonOptions } from '../options.ts'
import { entry, formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import { buildStep, runPipeline } from './pipeline.ts'
import { formatElections, formatParts, formatRefused, formatSeparations } from './summary.ts'

export function addBuild(program: Command): void {
  withBuildOptions(
    withCommonOptions(program.command('build').description('check the rows in work.duckdb and build a sealed bundle')),
  ).action(async (options: BuildCommandOptions) => {
    const { build } = await runPipeline('build', options, [buildStep(options)])
    if (!build) return
    if (options.json) printJson(build)
    else {
      for (const line of formatElections(build.elections, new Date())) printLine(line)
      printLine(entry('Checks', `${build.checks} passed`))
      const separated = formatSeparations(build)
      if (separated) printLine(entry('Lines', separated))
      for (const line of formatRefused(build)) printLine(line)
      const issues = build.issues.length
      if (issues > 0)
        printLine(entry('Issues', `${formatNumberOf(issues, 'row')} with a build issue; --json lists them`))
      printLine(entry('Parts', formatParts(build)))
      printLine(entry('Bundle', build.bundle))
    }
    if (build.refused.length > 0) process.exitCode = EXIT.failure
    logToStderr(nextStep(`hustings publish${sampleFlag(options)}`))
  })
}
