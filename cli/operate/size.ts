// `hustings size`: what a load needs, from measured costs.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CommonOptions, withCommonOptions } from '../options.ts'
import { entry, formatCount, printJson, printLine, printTable } from '../output.ts'
import { BUSY_SHARE, estimate, type Load, type Needs } from './capacity.ts'
import { COSTS } from './costs.ts'

interface SizeOptions extends CommonOptions {
  requests: number
  streams: number
  ballots: number
  events: number
  states: number
  years: number
  cores: number
}

export function addSize(program: Command): void {
  withCommonOptions(
    program.command('size').description('estimate the servers, memory, disk and database that a load needs'),
  )
    .addOption(rate('--requests <n/s>', 'requests a second').makeOptionMandatory())
    .addOption(whole('--streams <n>', 'streams open at once').default(0))
    .addOption(
      whole('--ballots <percent>', 'share of the requests that are ballots or answers for one place').default(20),
    )
    .addOption(rate('--events <n/s>', 'events a second, each to every stream').default(1))
    .addOption(whole('--states <n>', 'states whose data is held').default(51))
    .addOption(whole('--years <n>', 'years of elections that are held').default(1))
    .addOption(whole('--cores <n>', 'processor cores of one server').default(8))
    .addHelpText(
      'after',
      `
The costs were measured: the last table names where. docs/capacity.md states the model and its error. Measure a server of your own before you buy.`,
    )
    .action((options: SizeOptions) => {
      const { requests, streams, events, states, years, cores } = options
      const load: Load = { requests, streams, events, states, years, ballots: Math.min(1, options.ballots / 100) }
      const needs = estimate(load, { cores: Math.max(1, cores) })
      if (options.json) printJson({ load, cores, ...needs, costs: COSTS })
      else print(needs, cores)
    })
}

function print(needs: Needs, cores: number): void {
  const { servers, busy_cores, memory, disk, egress, statements } = needs
  const busy = busy_cores.requests + busy_cores.deliveries
  const spare = servers === 1 ? 'a second one if reads must survive its loss' : 'and one more, so that one may be lost'
  printLine(entry('Servers', `${formatCount(servers)} of ${formatCount(cores)} cores, ${spare}`))
  printLine(
    entry(
      'Cores',
      `${busy.toFixed(1)} busy (requests ${busy_cores.requests.toFixed(1)}, events to streams ${busy_cores.deliveries.toFixed(1)}), at most ${BUSY_SHARE * 100} % of all`,
    ),
  )
  printLine(entry('Memory', `${gigabytes(memory)} in each server, and the bundle in the page cache`))
  printLine(entry('Disk', `${gigabytes(disk)} in each server, for two bundles`))
  printLine(entry('Egress', `${((egress * 8) / 1e9).toFixed(2)} Gbit/s in all`))
  printLine(
    entry(
      'PostgreSQL',
      servers === 1
        ? 'none: one server keeps its state in a file'
        : `${formatCount(Math.ceil(statements.idle + statements.limits))} statements a second (${formatCount(Math.ceil(statements.limits))} for limits)`,
    ),
  )
  printLine('')
  printTable({
    columns: ['cost of one', 'value', 'unit', 'source'],
    rows: Object.values(COSTS).map(({ what, value, unit, source }) => [what, formatCount(value), unit, source]),
  })
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function whole(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => parse(text, /^\d{1,12}$/, 'a whole number'))
}

function rate(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) =>
    parse(text, /^\d{1,12}(\.\d{1,6})?(\/s)?$/, 'a number a second, such as 10000/s'),
  )
}

function parse(text: string, pattern: RegExp, expected: string): number {
  if (!pattern.test(text)) throw new InvalidArgumentError(`Expected ${expected}.`)
  return Number(text.replace('/s', ''))
}
