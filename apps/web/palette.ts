// The colors of the design: the tokens of the style sheet, the pairs that pages use, and their contrast (WCAG 2.2, 1.4.3 and 1.4.11).

import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Least contrast of a text, and of a mark such as a border or a bar of a chart. */
const TEXT = 4.5
const MARK = 3

export interface ColorPair {
  color: string
  ground: string
  /** Least contrast. */
  least: number
}

function pairs(least: number, colors: readonly string[], grounds: readonly string[]): ColorPair[] {
  return grounds.flatMap((ground) => colors.map((color) => ({ color, ground, least })))
}

/** Every pair of a text or a mark and what it stands on. */
export const COLOR_PAIRS: readonly ColorPair[] = [
  ...pairs(TEXT, ['text', 'soft', 'accent', 'wait', 'bad'], ['ground', 'card', 'accent-soft']),
  ...pairs(TEXT, ['text', 'soft'], ['sunken', 'bad-soft']),
  ...pairs(TEXT, ['accent-text'], ['accent', 'scale-3', 'scale-4']),
  ...pairs(TEXT, ['text'], ['scale-0', 'scale-1', 'scale-2']),
  ...pairs(TEXT, ['card'], ['bad', 'good']),
  ...pairs(TEXT, ['good'], ['good-soft']),
  ...pairs(TEXT, ['wait'], ['wait-soft']),
  ...pairs(TEXT, ['bad'], ['bad-soft']),
  ...pairs(TEXT, ['brand-text', 'brand-soft', 'mark'], ['brand']),
  ...pairs(MARK, ['field'], ['ground', 'card']),
  ...pairs(
    MARK,
    Array.from({ length: 8 }, (_, at) => `series-${at + 1}`),
    ['ground', 'card'],
  ),
]

/** The colors by token of each scheme, such as `#1f1b26`. */
export function readPalette(css = readFileSync(projectFile('apps', 'web', 'style.css'), 'utf8')) {
  const light = blockAfter(css, ':root {')
  const dark = blockAfter(css, ':root {', css.indexOf('prefers-color-scheme: dark'))
  const read = (block: string): [string, string][] =>
    readTokens(block).filter(([, value]) => /^#[0-9a-f]{6}$/.test(value))
  return { light: new Map(read(light)), dark: new Map([...read(light), ...read(dark)]) } as const satisfies Record<
    Scheme,
    ReadonlyMap<string, string>
  >
}

/** The tokens of a scale with their sizes, such as `1` and `0.25rem`. */
export function readScale(name: 'type' | 'space'): [token: string, size: string][] {
  const css = readFileSync(projectFile('apps', 'web', 'style.css'), 'utf8')
  const begin = `${name}-`
  return readTokens(blockAfter(css, ':root {')).flatMap<[string, string]>(([token, size]) =>
    token.startsWith(begin) ? [[token.slice(begin.length), size]] : [],
  )
}

/** The declarations of the first block that begins with these words. @param from where to look */
function blockAfter(css: string, words: string, from = 0): string {
  const start = css.indexOf(words, from) + words.length
  return css.slice(start, css.indexOf('}', start))
}

/** Custom properties of a line each, without their dashes, such as `space-1`, with their values. */
function readTokens(block: string): [token: string, value: string][] {
  return block.split('\n').flatMap<[string, string]>((line) => {
    const text = line.trim()
    const colon = text.indexOf(': ')
    return text.startsWith('--') && text.endsWith(';') ? [[text.slice(2, colon), text.slice(colon + 2, -1)]] : []
  })
}

/** From 1 to 21. @param a such as `#1f1b26` */
export function contrastOf(a: string, b: string): number {
  const [least = 0, most = 0] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => one - other)
  return (most + 0.05) / (least + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
