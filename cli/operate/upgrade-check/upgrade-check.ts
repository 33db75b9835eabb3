import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { loadVersion } from '../../../data/store/version.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { logToStderr, printJson, printLine } from '../../output.ts'
import { loadRegistry } from '../../publish/choose-sources.ts'
import { type Finding, formatFinding } from '../doctor/finding.ts'
import { checkFormats } from './formats.ts'

interface UpgradeCheckOptions extends CommonOptions {
  backup?: string
}

export function addUpgradeCheck(program: Command): void {
  withCommonOptions(
    program.command('upgrade-check').description('say whether this version reads the data folder; it changes nothing'),
  )
    .option('--backup <folder>', 'check the backups in this folder too')
    .addHelpText(
      'after',
      `
Run it with the new version before you switch to it, while the old version goes on. A migration of the state is tried on a copy in
memory. Exit code 0: this version reads the folder. Exit code 3: it does not read something that is in use.`,
    )
    .action(async (options: UpgradeCheckOptions) => {
      const paths = pathsOf(options)
      if (!existsSync(paths.root))
        throw new CommandError(
          `${paths.root} does not exist, expected the data folder of an installation.`,
          'HUSTINGS_VAR=FOLDER hustings upgrade-check',
          EXIT.usage,
        )
      const version = loadVersion()
      const findings: Finding[] = []
      for await (const finding of checkFormats({
        ...{ paths, flag: sampleFlag(options), loadRegistry: () => loadRegistry(options) },
        backup: options.backup === undefined ? undefined : resolve(options.backup),
      })) {
        findings.push(finding)
        if (!options.json) printLine(formatFinding(finding))
      }
      const failed = findings.filter(({ status }) => status === 'fail').length
      if (options.json) printJson({ version, folder: paths.root, reads: failed === 0, findings })
      else
        logToStderr(
          failed === 0
            ? `Hustings ${version} reads ${paths.root}.`
            : `Hustings ${version} does not read ${paths.root}: ${failed} of ${findings.length} checks failed.`,
        )
      if (failed > 0) process.exitCode = EXIT.checksFailed
    })
}
