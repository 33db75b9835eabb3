import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { readYaml } from '../../../ingest/read/yaml.ts'

const read = (text: string) => readYaml({ name: 'people.yml', bytes: new TextEncoder().encode(text) })
const rejects = (text: string, message: RegExp): void => {
  expect(() => read(text)).toThrow(SourceError)
  expect(() => read(text)).toThrow(message)
}

describe('readYaml', () => {
  it('gives plain data; dates stay text, as do yes and no', () => {
    expect(read('a: 2024-11-05\nb: no\nc: 12\nd: null\ne: "05"\nf: [x, {y: 1}]\n').value).toEqual({
      ...{ a: '2024-11-05', b: 'no', c: 12, d: null, e: '05' },
      f: ['x', { y: 1 }],
    })
    expect(read('').value).toBe(null)
  })

  it('gives the line of each item of a list', () => {
    const { lineOf } = read('# head\n- id:\n    x: 1\n- id: 2\n\n- id: 3\n')
    expect([0, 1, 2, 3].map(lineOf)).toEqual([2, 4, 6, null])
    expect(read('a: 1').lineOf(0)).toBe(null)
  })

  it('refuses invalid YAML, with the line and without the text', () => {
    rejects(
      'a: 1\nb: "secret',
      /^people\.yml:2: is not valid YAML here: got no closing quotation mark before here, expected one$/,
    )
    rejects('a: 1\na: 2\n', /:2: .*DUPLICATE_KEY/)
    rejects('a\n---\nb\n', /MULTIPLE_DOCS/)
    rejects('a: !!js/function x\n', /TAG_RESOLVE_FAILED/)
    rejects('a: \u0000', /NUL byte/)
  })

  it('refuses aliases, so that nothing grows', () => {
    rejects('a: &x [1]\nb: *x\n', /uses an alias/)
    const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)]
    rejects(bomb.join('\n'), /uses an alias/)
    expect(read('a: &x [1]\n').value).toEqual({ a: [1] })
  })

  it('refuses deep nesting of every kind before the parser overflows', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
    expect(read(nested(50)).value).toBeInstanceOf(Array)
    for (const text of [nested(51), '['.repeat(1_000_000), '{a: '.repeat(100_000), '- '.repeat(100_000)])
      rejects(text, /nested deeper than 50 levels/)
    rejects(Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), /nested deeper than 50/)
  })

  it('refuses more than 2 MiB', () => {
    rejects(`a: ${'x'.repeat(2 * 1024 * 1024)}`, /bytes of YAML, expected at most 2097152/)
  })
})
