// `hustings state migrate`: the state moves between state.sqlite and the database of HUSTINGS_STATE.

import { type Command, Option } from 'commander'
import type { Paths } from '../../data/store/paths.ts'
import { type Loaded, migrateState } from '../../data/store/state/moves.ts'
import { nameState, openState, stateExists } from '../../data/store/state/open.ts'
import { CommandError, EXIT, nextStep, orRefuse } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { entry, formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'

const ENGINES = ['sqlite', 'postgres'] as const
type EngineName = (typeof ENGINES)[number]

interface MigrateOptions extends CommonOptions {
  from: EngineName
  to: EngineName
  replace?: true
}

export function addState(program: Command): void {
  const state = program.command('state').description('move the state between state.sqlite and PostgreSQL')
  withCommonOptions(
    state
      .command('migrate')
      .description('copy the whole state to the other engine, check the copy, and close the old one'),
  )
    .addOption(new Option('--from <engine>', 'where the state is').choices(ENGINES).makeOptionMandatory())
    .addOption(new Option('--to <engine>', 'where it goes').choices(ENGINES).makeOptionMandatory())
    .option('--replace', 'delete what the target has; without it, the target must be empty')
    .addHelpText(
      'after',
      `
HUSTINGS_STATE names the database, in both directions. Servers go on answering from the old state. Changes are refused while the command
runs, and in the old state for good afterwards: restart every process with the new setting. The pepper and the usage stay in their files.`,
    )
    .action(async (options: MigrateOptions) => {
      const paths = pathsOf(options)
      const [from, to] = [placeOf(paths, options.from), placeOf(paths, options.to)]
      requireTwo(paths, options)
      const names = { from: await nameState(from), to: await nameState(to) }
      if (!(await stateExists(from)))
        throw new CommandError(
          `${names.from} does not exist, so there is nothing to move.`,
          `hustings nightly${sampleFlag(options)}   # creates the state of the present setting`,
        )
      const loaded = await withBoth(from, to, async (source, target) =>
        orRefuse(
          await migrateState({
            from: source,
            to: target,
            names,
            replace: options.replace === true,
            now: () => new Date(),
            use: `${USE[options.to]}, and start this process again`,
            draft: `${paths.root}/state.moving`,
          }),
          `hustings state migrate --from ${options.from} --to ${options.to}${sampleFlag(options)} --replace   # only if nothing there is needed`,
        ),
      )
      if (options.json) printJson({ ...names, ...loaded })
      else printMove(names, loaded)
      logToStderr(
        nextStep(
          options.to === 'postgres'
            ? `hustings doctor${sampleFlag(options)}   # then restart every server, watch and timer with HUSTINGS_STATE`
            : `unset HUSTINGS_STATE && hustings doctor${sampleFlag(options)}   # then restart every server, watch and timer without it`,
        ),
      )
    })
}

const USE: Record<EngineName, string> = {
  sqlite: 'unset HUSTINGS_STATE',
  postgres: 'set HUSTINGS_STATE to that database',
}

function placeOf(paths: Paths, engine: EngineName): Pick<Paths, 'state' | 'stateServer'> {
  const { state, stateServer } = paths
  return engine === 'postgres' && stateServer !== undefined ? { state, stateServer } : { state }
}

function requireTwo({ stateServer }: Paths, { from, to }: MigrateOptions): void {
  if (from === to)
    throw new CommandError(
      `--from and --to are both ${from}, expected two engines.`,
      'hustings state migrate --from sqlite --to postgres',
      EXIT.usage,
    )
  if (stateServer === undefined)
    throw new CommandError(
      'HUSTINGS_STATE is not set, so the database is unknown.',
      `HUSTINGS_STATE=postgres://USER:PASSWORD@HOST/DATABASE hustings state migrate --from ${from} --to ${to}`,
      EXIT.usage,
    )
}

async function withBoth<Result>(
  from: Pick<Paths, 'state' | 'stateServer'>,
  to: Pick<Paths, 'state' | 'stateServer'>,
  work: (
    source: Awaited<ReturnType<typeof openState>>,
    target: Awaited<ReturnType<typeof openState>>,
  ) => Promise<Result>,
): Promise<Result> {
  const source = await openState(from)
  try {
    const target = await openState(to)
    try {
      return await work(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function printMove(names: { from: string; to: string }, { rows, events }: Loaded): void {
  printLine(entry('Moved', `from ${names.from} to ${names.to}; the old state can only be read from now on`))
  printLine(entry('Feed', `${formatNumberOf(events, 'event')}, in one chain up to the head`))
  printTable({
    columns: ['table', 'rows'],
    rows: Object.entries(rows).map(([table, count]) => [table, count]),
  })
}
