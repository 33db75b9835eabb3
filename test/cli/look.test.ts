import { expect, it } from 'vitest'
import { chooseLook } from '../../cli/look/terminal/page.ts'

const isColoured = (...given: Parameters<typeof chooseLook>): boolean => chooseLook(...given).style.strong('x') !== 'x'

it('colours only for a terminal with colours, without NO_COLOR', () => {
  const terminal = { isTTY: true, columns: 80, hasColors: () => true }
  expect(isColoured(terminal, undefined)).toBe(true)
  expect(isColoured(terminal, '1')).toBe(false)
  expect(isColoured({ ...terminal, isTTY: false }, undefined)).toBe(false)
  expect(isColoured({ ...terminal, hasColors: () => false }, undefined)).toBe(false)
})

it('fits the width of the terminal, within limits', () => {
  const widthAt = (columns: number, isTTY = true) => chooseLook({ isTTY, columns }, undefined).width
  expect([20, 40, 77, 120, 300, 0].map((columns) => widthAt(columns))).toEqual([40, 40, 77, 120, 120, 100])
  expect(widthAt(60, false)).toBe(100)
})
