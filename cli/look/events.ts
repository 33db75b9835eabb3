import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { type ChainFault, type ExpectedHead, type VerifyReport, verifyEvents } from '../../build/archive/verify.ts'
import { parseHead } from '../../data/schema/event.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import { keepMark } from '../../data/store/feed-mark.ts'
import { withState } from '../data-folder.ts'
import { CommandError, EXIT, nextStep } from '../exit.ts'
import { type CommonOptions, parserOf, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'

const LISTED = 50
const LIMIT = 'expected a whole number from 1'
const identified = z.looseObject({ id: z.string() })

export function addEvents(program: Command): void {
  const events = program.command('events').description('list and verify the change feed, or begin a new epoch')
  addList(events)
  addVerify(events)
  addNewEpoch(events)
}

function addList(events: Command): void {
  withCommonOptions(events.command('list').description('list the latest events, newest first'))
    .addOption(
      new Option('--limit <n>', 'maximum number of events')
        .argParser(parserOf(wholeNumber.pipe(z.int(LIMIT).min(1, LIMIT))))
        .default(LISTED),
    )
    .action(async (options: CommonOptions & { limit: number }) => {
      const found = await withState(options, async (state) => {
        const head = await state.head()
        if (!head) return []
        return state.events({ after: Math.max(0, head.seq - options.limit), through: head.seq, limit: options.limit })
      })
      const newest = found.reverse().map((event) => ({ ...event, body: identified.parse(JSON.parse(event.body)) }))
      if (options.json) printJson(newest.map(({ body }) => body))
      else
        printTable({
          columns: ['seq', 'occurred_at', 'type', 'endorser', 'election', 'contest_kind', 'id'],
          rows: newest.map(({ seq, occurred_at, kind, endorser_slug, election_slug, contest_kind, body }) => [
            ...[seq, occurred_at, kind, endorser_slug, election_slug, contest_kind, body.id],
          ]),
        })
    })
}

function addVerify(events: Command): void {
  withCommonOptions(
    events
      .command('verify')
      .description('recompute the hash chain over all events, archive included, and compare its end with feed.mark'),
  )
    .addOption(
      new Option(
        '--expect <SEQ:HASH>',
        'a head stored elsewhere: the log must contain this event with this hash',
      ).argParser(parseExpected),
    )
    .addHelpText(
      'after',
      `
publish, nightly, rollback and watch print the head of the log with each publication. Store it on another machine: a person who can
write to the folder can rewrite the log, its head and feed.mark together, and only a head stored elsewhere reveals it.`,
    )
    .action(async (options: CommonOptions & { expect?: ExpectedHead }) => {
      const paths = pathsOf(options)
      const report = await withState(options, (state) => verifyEvents({ paths, state, expected: options.expect }))
      if (options.json) printJson(report)
      else for (const line of formatReport(report)) printLine(line)
      if (report.fault) {
        logToStderr(nextStep(`${nextOf(report.fault, options)}`))
        process.exitCode = EXIT.checksFailed
      }
    })
}

function parseExpected(text: string): ExpectedHead {
  const head = parseHead(text)
  if (!head)
    throw new InvalidArgumentError(
      'Expected a head as publish prints it: a number, a colon and 64 hexadecimal digits (0-9 a-f).',
    )
  return head
}

function nextOf({ kind, where }: ChainFault, options: CommonOptions): string {
  if (kind === 'unmarked') return `hustings events verify --expect SEQ:HASH${sampleFlag(options)}`
  return where.startsWith('state') ? `hustings events list${sampleFlag(options)}` : `ls ${pathsOf(options).events}`
}

function formatReport({ events, archived, head, restored, fault }: VerifyReport): string[] {
  const fit = `${formatNumberOf(events, 'event')}, ${archived} of them in the archive`
  const end = head === null ? [] : [`head ${head}`]
  if (!fault) return [`${fit}: none changed, none missing.`, ...restored, ...end]
  const { kind, id, where, expected, got } = fault
  if (kind === 'unmarked')
    return [
      ...restored,
      `${where} is missing: the end of the log cannot be confirmed.`,
      `The log itself is consistent: ${fit}.`,
      ...end,
    ]
  return [
    ...restored,
    `${id} is ${kind === 'out_of_order' ? 'out of order' : kind}: ${where}: expected ${expected}; got ${got}.`,
    `Unchanged before it: ${fit}. Later events were not checked.`,
    ...end,
  ]
}

function addNewEpoch(events: Command): void {
  withCommonOptions(
    events
      .command('new-epoch')
      .description('begin a new epoch of the feed, after restoring a disk snapshot or a backup of version 0.1.0'),
  ).action(async (options: CommonOptions) => {
    const head = await withState(options, async (state) => {
      const before = await state.head()
      if (!before)
        throw new CommandError(
          'Nothing is published here yet, so the feed has no readers.',
          `hustings publish${sampleFlag(options)}`,
        )
      const head = { ...before, epoch: await state.beginEpoch() }
      keepMark(pathsOf(options), head)
      return head
    })
    if (options.json) printJson({ epoch: head.epoch, seq: head.seq })
    else printLine(`Epoch ${head.epoch} begins after event ${head.seq}.`)
    logToStderr(
      'Every earlier cursor is now refused (410 cursor_expired): clients list /v1/endorsements again and follow the feed from there.',
    )
  })
}
