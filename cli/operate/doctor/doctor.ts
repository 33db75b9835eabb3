import type { Command } from 'commander'
import { EXIT } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { loadRegistry } from '../../publish/choose-sources.ts'
import { diagnose } from './diagnosis.ts'
import { type Finding, formatFinding } from './finding.ts'

export function addDoctor(program: Command): void {
  withCommonOptions(
    program.command('doctor').description('check the installation and suggest the next command'),
  ).action(async (options: CommonOptions) => {
    const findings: Finding[] = []
    for await (const finding of diagnose(pathsOf(options), sampleFlag(options), () => loadRegistry(options))) {
      findings.push(finding)
      if (!options.json) printLine(formatFinding(finding))
    }
    if (options.json) printJson(findings)
    const failed = findings.filter((finding) => finding.status === 'fail').length
    if (failed === 0) return
    logToStderr(`${failed} of ${findings.length} checks failed.`)
    process.exitCode = EXIT.failure
  })
}
