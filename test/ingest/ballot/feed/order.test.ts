import { describe, expect, it } from 'vitest'
import { orderByStyles } from '../../../../ingest/ballot/feed/feed.ts'

describe('orderByStyles', () => {
  it('keeps the order of all ballot styles, else the order of the feed', () => {
    expect(
      orderByStyles(
        ['m', 'g', 'h1', 'h2'],
        [
          ['g', 'h1', 'm'],
          ['g', 'h2', 'm'],
        ],
      ),
    ).toEqual(['g', 'h1', 'h2', 'm'])
    expect(orderByStyles(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
  })

  it('loses nothing if styles contradict each other or name missing contests', () => {
    expect(
      orderByStyles(
        ['a', 'b', 'c'],
        [
          ['b', 'a'],
          ['a', 'b'],
          ['z', 'c', 'c'],
        ],
      ),
    ).toEqual(['c', 'a', 'b'])
  })
})
