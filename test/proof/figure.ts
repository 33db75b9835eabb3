// A measured figure, with the bar that it must hold, if it has one.

import { z } from 'zod'

export const figure = z.strictObject({
  what: z.string(),
  value: z.number(),
  unit: z.string().optional(),
  /** The bar: the greatest or the least value that holds it. */
  atMost: z.number().optional(),
  atLeast: z.number().optional(),
})
export type Figure = z.output<typeof figure>

export function isHeld({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return value <= atMost && value >= atLeast
}

/** `kills: 1000 (at least 1000)` */
export function presentFigure(one: Figure): string {
  const { what, value, unit, atMost, atLeast } = one
  const bars = [
    ...(atLeast === undefined ? [] : [`at least ${presentNumber(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${presentNumber(atMost)}`]),
  ]
  const said = `${what}: ${presentNumber(value)}${unit === undefined ? '' : ` ${unit}`}`
  if (bars.length === 0) return said
  return `${said} (${bars.join(', ')}${isHeld(one) ? '' : ': **missed**'})`
}

/** With commas from 10,000 on, and three digits below 100. */
export function presentNumber(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 10_000 ? String(value) : value.toLocaleString('en-US')
  if (Math.abs(value) >= 100) return presentNumber(Math.round(value))
  return String(Number(value.toPrecision(3)))
}
