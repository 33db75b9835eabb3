import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { freshFolder } from '../temporary.ts'
import { loadFigures } from './page.ts'
import { confirmWorse, findChanges, printChanges } from './regression.ts'
import { type BenchFigure, type BenchTable, toFigure } from './table.ts'

const folder = freshFolder()

/** Through a file, as `make bench` keeps them. */
function keep(name: string, figures: readonly BenchFigure[]): readonly BenchTable[] {
  const file = join(folder, `${name}.json`)
  const table = { title: 'Reads', columns: ['answer', 'ratio'], rows: [['Hustings', '0.62']], skipped: [], figures }
  const reads = { tables: [table], date: '2026-11-27', machine: '2 cores', load: '0.1' }
  writeFileSync(file, JSON.stringify({ reads }))
  return loadFigures(file).reads?.tables ?? []
}

function isOf(kept: readonly BenchFigure[], now: readonly BenchFigure[]): Record<string, string> {
  const changes = findChanges(keep('kept', kept), keep('now', now))
  return Object.fromEntries(changes.map(({ what, is }) => [what, is]))
}

test('a figure is the median of its rounds, and the distance of its quartiles', () => {
  expect(toFigure('one', 'higher', [9, 1, 5, 4, 6, 2, 8, 3, 7])).toMatchObject({ value: 5, spread: 4 })
  expect(toFigure('one', 'higher', [3, 1, 2])).toMatchObject({ value: 2, spread: 2 })
  expect(toFigure('one', 'lower', [0.45])).toMatchObject({ value: 0.45, spread: 0 })
})

test('better and worse follow the direction of the figure; what differs less than both spreads, or 5 %, is noise', () => {
  const kept = [
    toFigure('rate', 'higher', [0.59, 0.6, 0.61]),
    toFigure('time', 'lower', [99, 100, 101]),
    toFigure('loud', 'higher', [0.4, 0.6, 0.8]),
    toFigure('still', 'lower', [1]),
  ]
  const scaled = (by: number): BenchFigure[] => kept.map((one) => ({ ...one, value: one.value * by }))
  const noise = { rate: 'within noise', time: 'within noise', loud: 'within noise', still: 'within noise' }
  for (const by of [1, 0.96]) expect(isOf(kept, scaled(by))).toEqual(noise)
  expect(isOf(kept, scaled(1.1))).toEqual({ ...noise, rate: 'better', time: 'worse', still: 'worse' })
  expect(isOf(kept, scaled(0.9))).toEqual({ ...noise, rate: 'worse', time: 'better', still: 'better' })
  const loud: BenchFigure = { what: 'loud', better: 'higher', value: 0.3, spread: 0 }
  expect(isOf(kept, [loud])).toMatchObject({ loud: 'within noise' })
})

test('a figure that is new, or no longer there, is named', () => {
  const [old, both, added] = ['old', 'both', 'added'].map((what) => toFigure(what, 'higher', [1]))
  if (!old || !both || !added) throw new Error('three figures were drawn')
  expect(isOf([old, both], [both, added])).toEqual({ old: 'missing', both: 'within noise', added: 'new' })
  expect(findChanges([], keep('now', [added]))).toEqual([
    { what: 'added', is: 'new', kept: undefined, now: 1, noise: undefined },
  ])
})

test('two figures of one name in a part are an error', () => {
  const one = toFigure('one', 'higher', [1])
  expect(() => isOf([one, one], [one])).toThrow('two figures have one name: one; one')
})

test('worse counts only if a second run confirms it, and only worse makes the command fail', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    const [rate, time] = [toFigure('rate', 'higher', [1]), toFigure('time', 'lower', [1])]
    const kept = [rate, time]
    const run = (by: number) => findChanges(keep('kept', kept), keep('now', [{ ...rate, value: by }, time]))
    expect(confirmWorse(run(0.5), run(0.99)).map(({ is }) => is)).toEqual(['within noise', 'within noise'])
    expect(printChanges(confirmWorse(run(0.5), run(0.99)))).toBe(false)
    expect(printChanges(confirmWorse(run(0.5), run(0.6)))).toBe(true)
    expect(lines.mock.calls.flat()).toContain('1 worse, 1 within noise')
    expect(printChanges(run(2))).toBe(false)
    expect(printChanges(findChanges(keep('kept', kept), []))).toBe(false)
    expect(lines.mock.calls.flat().at(-1)).toBe('2 missing')
  } finally {
    lines.mockRestore()
  }
})
