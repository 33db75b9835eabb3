import { type Command, InvalidArgumentError, Option } from 'commander'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { environmentValue } from '../../../data/store/environment.ts'
import { withState } from '../../data-folder.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, nightlyFor, parseDay, parseStates, pathsOf, withCommonOptions } from '../../options.ts'
import { formatCount, formatNumberOf, formatTable, logToStderr, printJson, printLine } from '../../output.ts'
import { loadGaps } from './facts.ts'
import { createAsk } from './nation.ts'
import { type AuditReport, type Question, type QuestionReport, runAudit } from './question.ts'
import { QUESTIONS } from './questions.ts'

/** @setting Districts of a layer, points of a state and areas of a state that `audit` asks about unless --places says otherwise. */
const AUDIT_PLACES_DEFAULT = 60
/** @setting Wrong answers to a question that `audit` prints, and that the report of a nightly keeps. */
const AUDIT_EXAMPLES_SHOWN = 5

interface AuditCommandOptions extends CommonOptions {
  url?: string
  only?: readonly Question[]
  states?: readonly StateCode[]
  places?: number
  asOf?: string
  list?: true
}

export function addAudit(program: Command): void {
  withCommonOptions(
    program.command('audit').description('ask /v1 plain questions, with answers that do not come from our own tables'),
  )
    .option('--url <address>', 'a running server, with the key in HUSTINGS_KEY (default: one for this audit alone)')
    .addOption(new Option('--only <questions>', 'only these questions, comma-separated').argParser(parseQuestions))
    .addOption(
      new Option('--states <states>', 'only these states, by postal code, comma-separated').argParser(parseStates),
    )
    .addOption(
      new Option(
        '--places <n>',
        `most districts of a layer, points and areas of a state to ask about (default: ${AUDIT_PLACES_DEFAULT})`,
      ).argParser(parsePlaces),
    )
    .addOption(
      new Option('--as-of <date>', 'answer as of that day, such as 2024-10-15').argParser(parseDay).conflicts('url'),
    )
    .option('--list', 'list the questions and ask none')
    .action(async (options: AuditCommandOptions) => {
      if (options.list) return list(options)
      const report = await audit(options, (id) => logToStderr(`Audit: ${id}`))
      if (options.json) printJson(report)
      else for (const line of formatAudit(report)) printLine(line)
      const failed = report.questions.filter((question) => question.failed > 0).length
      if (failed === 0) return
      logToStderr(`${formatNumberOf(failed, 'question')} of ${report.questions.length} FAILED.`)
      process.exitCode = EXIT.failure
    })
}

function list({ json }: CommonOptions): void {
  const questions = QUESTIONS.map(({ id, asks }) => ({ id, asks }))
  if (json) printJson(questions)
  else printLine(formatTable({ columns: ['question', ''], rows: questions.map(({ id, asks }) => [id, asks]) }))
}

/** Asks the server of `url`, or one over the current bundle that only this audit uses. */
export async function audit(
  options: Omit<AuditCommandOptions, 'list' | 'json'>,
  onQuestion: (id: string) => void,
): Promise<AuditReport> {
  const { url, only, states, places = AUDIT_PLACES_DEFAULT, sample } = options
  const day = options.asOf ?? environmentValue('HUSTINGS_AS_OF') ?? new Date().toISOString().slice(0, 10)
  const server = url === undefined ? await startOwn(options) : { url, key: keyOfEnvironment(), close: async () => {} }
  const ask = createAsk(server)
  try {
    return await runAudit(ask, {
      // The people and districts of the sample are invented.
      questions: only ?? QUESTIONS.filter(({ ofTheNation }) => !(sample && ofTheNation)),
      gaps: sample ? [] : loadGaps(),
      states: states ?? null,
      places,
      day,
      onQuestion,
    })
  } finally {
    await ask.close()
    await server.close()
  }
}

async function startOwn(options: Pick<AuditCommandOptions, 'sample' | 'asOf'>) {
  const head = await withState(options, (state) => state.head())
  if (!head) throw new CommandError('Nothing is published yet.', nightlyFor(options))
  const { serveApart } = await import('./server.ts')
  return serveApart(pathsOf(options), head.bundle, options.asOf)
}

function keyOfEnvironment(): string {
  const key = environmentValue('HUSTINGS_KEY')
  if (key !== undefined) return key
  throw new CommandError(
    '--url needs a key of that server in HUSTINGS_KEY, which is not set.',
    'hustings keys create --help',
    EXIT.usage,
  )
}

function formatAudit({ questions, day, seconds }: AuditReport): string[] {
  const table = formatTable({
    columns: ['question', 'asked', 'failed', 'known gaps', 's'],
    rows: questions.map((one) => [
      ...[one.id, one.asked, one.failed, one.gaps.reduce((sum, { explains }) => sum + explains, 0), one.seconds],
    ]),
  })
  return [table, ...questions.flatMap(formatFailures), '', `As of ${day}, ${seconds} s`]
}

function formatFailures({ id, asks, failed, failures, gaps, stale }: QuestionReport): string[] {
  if (failed + gaps.length + stale.length === 0) return []
  const more = failed > AUDIT_EXAMPLES_SHOWN ? [`  and ${formatCount(failed - AUDIT_EXAMPLES_SHOWN)} more`] : []
  return [
    ...['', `${id}: ${asks}`],
    ...failures
      .slice(0, AUDIT_EXAMPLES_SHOWN)
      .map(({ what, got, expected, at }) => `  ${what}: got ${got}; expected ${expected}\n    ${at}`),
    ...more,
    ...gaps.map(({ what, reason, explains }) => `  known gap, ${formatCount(explains)}: ${what}: ${reason}`),
    ...stale.map(
      ({ what }) => `  STALE GAP: ${what} no longer fails: delete its line from data/reference/audit-gaps.csv`,
    ),
  ]
}

function parseQuestions(text: string): Question[] {
  return text.split(',').map((part) => {
    const found = QUESTIONS.find(({ id }) => id === part.trim())
    if (!found) throw new InvalidArgumentError(`Got "${part}", expected questions of \`hustings audit --list\`.`)
    return found
  })
}

function parsePlaces(text: string): number {
  const places = Number(text)
  if (!/^\d{1,5}$/.test(text) || places < 1) throw new InvalidArgumentError('Expected a whole number from 1 to 99999.')
  return places
}
