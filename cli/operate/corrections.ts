import { type Command, Option } from 'commander'
import { z } from 'zod'
import {
  CORRECTION_STATUSES,
  type CorrectionStatus,
  recordReference,
  rejectionReason,
  type StoredCorrection,
} from '../../data/schema/correction.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { changeNow, withState } from '../data-folder.ts'
import { orRefuse } from '../exit.ts'
import { type CommonOptions, parserOf, sampleFlag, withCommonOptions } from '../options.ts'
import { escapeControls, printJson, printTable } from '../output.ts'

const WHOLE = 'expected a whole number from 1'
const parseWhole = parserOf(wholeNumber.pipe(z.int(WHOLE).min(1, WHOLE)))
const SHOWN = 50

export function addCorrections(program: Command): void {
  const corrections = program
    .command('corrections')
    .description('decide on errors that people reported: release, reject, mark as fixed')
  withCommonOptions(corrections.command('list').description('list reports, newest first'))
    .addOption(new Option('--status <status>', 'only these').choices(CORRECTION_STATUSES))
    .addOption(
      new Option('--record <reference>', 'only reports of this record, such as contest/123').argParser(
        parserOf(recordReference),
      ),
    )
    .addOption(new Option('--limit <n>', 'maximum number of reports').argParser(parseWhole).default(SHOWN))
    .action(async (options: CommonOptions & { status?: CorrectionStatus; record?: string; limit: number }) => {
      const statuses = options.status === undefined ? CORRECTION_STATUSES : [options.status]
      const { record, limit } = options
      print(await withState(options, (state) => state.corrections(statuses, limit, { record })), options)
    })
  withCommonOptions(corrections.command('release').description('make the text of a report public at /corrections'))
    .argument('<id>', 'number of the report', parseWhole)
    .action((id: number, options: CommonOptions) =>
      decide(options, (state) => state.releaseCorrection(id, changeNow())),
    )
  withCommonOptions(corrections.command('reject').description('reject a report and delete its text'))
    .argument('<id>', 'number of the report', parseWhole)
    .addOption(
      new Option('--reason <text>', 'for the audit; not public')
        .argParser(parserOf(rejectionReason))
        .makeOptionMandatory(),
    )
    .action((id: number, options: CommonOptions & { reason: string }) =>
      decide(options, (state) => state.rejectCorrection(id, options.reason, changeNow())),
    )
  withCommonOptions(corrections.command('fix').description('mark a released report as fixed by a publication'))
    .argument('<id>', 'number of the report', parseWhole)
    .addOption(new Option('--publication <n>', 'default: the current one').argParser(parseWhole))
    .action((id: number, options: CommonOptions & { publication?: number }) =>
      decide(options, (state) => state.fixCorrection(id, options.publication ?? null, changeNow())),
    )
}

async function decide(
  options: CommonOptions,
  act: (state: ServiceStore) => Promise<StoredCorrection | Refusal>,
): Promise<void> {
  const next = `hustings corrections list${sampleFlag(options)}`
  print([orRefuse(await withState(options, act), next)], options)
}

function print(corrections: readonly StoredCorrection[], options: CommonOptions): void {
  if (options.json) printJson(corrections)
  else
    printTable({
      columns: ['id', 'status', 'record', 'opened_at', 'fixed_at', 'publication', 'text'],
      rows: corrections.map(({ id, status, record, opened_at, fixed_at, publication, text }) => [
        ...[id, status, record, opened_at, fixed_at, publication],
        escapeControls(text.replaceAll('\n', ' / ')),
      ]),
    })
}
