// The estimate of `hustings size`, and the guide that states its costs.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COSTS, estimate, type Load } from '../../cli/operate/size.ts'
import { projectFile } from '../../data/store/paths.ts'
import { runCommand } from './hustings.ts'
import { ends } from './temporary.ts'

const LOAD: Load = { requests: 10_000, ballots: 0.2, streams: 1_000_000, events: 1, states: 51, years: 20 }
const MACHINE = { cores: 8 }

const whole = estimate(LOAD, MACHINE)

it('an estimate grows with the load, part by part', () => {
  const busier = estimate({ ...LOAD, requests: 20_000 }, MACHINE)
  expect(busier.busy_cores.requests).toBeCloseTo(2 * whole.busy_cores.requests)
  expect(busier.busy_cores.deliveries).toBe(whole.busy_cores.deliveries)
  const quiet = estimate({ ...LOAD, events: 0 }, MACHINE)
  expect(quiet.busy_cores.deliveries).toBe(0)
  expect(quiet.egress).toBeLessThan(whole.egress)
  expect(estimate({ ...LOAD, years: 40 }, MACHINE).disk).toBeGreaterThan(whole.disk)
  const ballots = estimate({ ...LOAD, ballots: 1 }, MACHINE)
  expect(ballots.busy_cores.requests).toBeGreaterThan(whole.busy_cores.requests)
})

it('an estimate keeps half of the cores free, and gives no process more streams than were measured', () => {
  const busyOf = ({ busy_cores }: typeof whole): number => busy_cores.requests + busy_cores.deliveries
  const reads = estimate({ ...LOAD, streams: 0, requests: 500_000 }, MACHINE)
  expect(busyOf(reads)).toBeLessThanOrEqual(reads.servers * MACHINE.cores * 0.5)
  expect(busyOf(reads)).toBeGreaterThan((reads.servers - 1) * MACHINE.cores * 0.5)
  expect(busyOf(whole)).toBeLessThanOrEqual(whole.servers * MACHINE.cores * 0.5)
  expect(LOAD.streams / whole.servers / MACHINE.cores).toBeLessThanOrEqual(COSTS.streams_most.value)
})

it('an estimate asks the database for as many statements as servers have batches, not for one a request', () => {
  const few = estimate({ ...LOAD, streams: 0, requests: 30_000 }, MACHINE)
  expect(few.statements.limits).toBeLessThanOrEqual(few.servers * COSTS.limit_statements.value)
  expect(estimate({ ...LOAD, requests: 100, streams: 0 }, MACHINE)).toMatchObject({
    servers: 1,
    statements: { idle: 0, limits: 0 },
  })
})

it('the costs are those of the guide, with its example', async () => {
  const text = readFileSync(projectFile('docs', 'capacity.md'), 'utf8')
  for (const { what, value, unit, source } of Object.values(COSTS))
    expect(text).toContain(`| ${what} | ${value.toLocaleString('en-US')} ${unit} | ${source} |`)
  const words = ['size', '--requests', '10000/s', '--streams', '1000000', '--states', '51', '--years', '20']
  const { stdout } = await runCommand('/nowhere', ...words)
  const [example = ''] = stdout.split('\n\n')
  expect(text).toContain(example)
})

it('the command refuses what is no number', async () => {
  expect(await runCommand('/nowhere', 'size', '--requests', 'many')).toMatchObject(
    ends(2, 'Expected a number a second, such as 10000/s.'),
  )
  expect(await runCommand('/nowhere', 'size', '--requests', '10', '--streams', '-1')).toMatchObject({ code: 2 })
  expect(await runCommand('/nowhere', 'size')).toMatchObject({ code: 2 })
})
