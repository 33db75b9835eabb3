import { type Command, Option } from 'commander'
import { type Plan, plan } from '../../data/access/plan.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import { changeNow, withState } from '../data-folder.ts'
import { type CommonOptions, parserOf, withCommonOptions } from '../options.ts'
import { printJson, printTable } from '../output.ts'

const UNLIMITED = 'unlimited'
const { name, requests_per_minute, requests_per_day, streams } = plan.shape
const parsePerDay = parserOf(wholeNumber.pipe(requests_per_day.unwrap()))

interface SetOptions extends CommonOptions {
  perMinute: number
  /** Commander has no null value. */
  perDay: number | typeof UNLIMITED
  streams: number
}

export function addPlans(program: Command): void {
  const plans = program.command('plans').description('list and set plans, the limits of accounts')

  withCommonOptions(plans.command('list').description('list all plans')).action(async (options: CommonOptions) =>
    print(await withState(options, (state) => state.plans()), options),
  )

  withCommonOptions(
    plans.command('set').description('create or change a plan; takes effect for its accounts within a second'),
  )
    .argument('<name>', 'a-z, 0-9 and dashes', parserOf(name))
    .addOption(
      new Option('--per-minute <n>', 'requests per UTC minute')
        .argParser(parserOf(wholeNumber.pipe(requests_per_minute)))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--per-day <n>', `requests per UTC day, or ${UNLIMITED}`)
        .argParser((text) => (text === UNLIMITED ? text : parsePerDay(text)))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--streams <n>', 'streams open at once')
        .argParser(parserOf(wholeNumber.pipe(streams)))
        .makeOptionMandatory(),
    )
    .action(async (name: string, options: SetOptions) => {
      const { perMinute, perDay, streams } = options
      const requests_per_day = perDay === UNLIMITED ? null : perDay
      const wanted = { name, requests_per_minute: perMinute, requests_per_day, streams }
      print([await withState(options, (state) => state.setPlan(wanted, changeNow()))], options)
    })
}

function print(plans: readonly Plan[], options: CommonOptions): void {
  if (options.json) printJson(plans)
  else
    printTable({
      columns: ['name', 'requests_per_minute', 'requests_per_day', 'streams'],
      rows: plans.map((plan) => [
        plan.name,
        plan.requests_per_minute,
        plan.requests_per_day ?? UNLIMITED,
        plan.streams,
      ]),
    })
}
