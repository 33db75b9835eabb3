// The design's colors: every pair that a style sheet uses is in the list, and is easy to read in both schemes.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLOR_PAIRS, contrastOf, readPalette } from '../../../apps/web/palette.ts'
import { projectFile } from '../../../data/store/paths.ts'

const palette = readPalette()

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(COLOR_PAIRS)('$color on $ground has a contrast of at least $least', ({ color, ground, least }) => {
    const [a, b] = [palette[scheme].get(color), palette[scheme].get(ground)]
    if (!a || !b) throw new Error(`style.css lacks --${color} or --${ground}`)
    expect(contrastOf(a, b)).toBeGreaterThanOrEqual(least)
  })
})

test('the contrast is that of the recommendation', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#123456', '#123456')).toBe(1)
})

test('the list has every pair of a rule, and every color of a text', () => {
  const known = new Set(COLOR_PAIRS.map(({ color, ground }) => `${color} on ${ground}`))
  const sheets = readdirSync(projectFile('apps'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  expect(sheets.length).toBeGreaterThan(4)
  let rules = 0
  for (const sheet of sheets) {
    const css = readFileSync(projectFile('apps', sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const color = /(?:^|[;\s])color: var\(--([\w-]+)\)/.exec(body)?.[1]
      const ground = /(?:^|[;\s])background(?:-color)?: var\(--([\w-]+)\)/.exec(body)?.[1]
      // A button that cannot be pressed may be faint.
      if (color === undefined || selector.includes(':disabled')) continue
      rules += 1
      const found =
        ground === undefined
          ? [...known].some((pair) => pair.startsWith(`${color} on `))
          : known.has(`${color} on ${ground}`)
      expect(found, `${sheet}: ${selector.trim()}: ${color} on ${ground ?? 'any ground'}`).toBe(true)
    }
  }
  expect(rules).toBeGreaterThan(40)
})
