import { expect, it } from 'vitest'
import { type Engine, freshState, state } from '../engines.ts'

export function pinSuite(engine: Engine): void {
  const at = '2028-03-01T12:00:00.000Z'
  const later = '2028-03-02T12:00:00.000Z'

  freshState(engine)

  it('lists pins, the oldest first', async () => {
    expect(await state.pins()).toEqual([])
    await state.pin('a', null, later)
    await state.pin('c', null, at)
    await state.pin('b', 'night', at)
    expect(await state.pins()).toEqual([
      { bundle: 'b', name: 'night', pinned_at: at },
      { bundle: 'c', name: null, pinned_at: at },
      { bundle: 'a', name: null, pinned_at: later },
    ])
  })

  it('keeps the instant of a bundle that is pinned again, and its name unless another is given', async () => {
    const pinned = { bundle: 'a', name: 'night', pinned_at: at }
    expect(await state.pin('a', null, at)).toEqual({ ...pinned, name: null })
    expect(await state.pin('a', 'night', later)).toEqual(pinned)
    expect(await state.pin('a', null, later)).toEqual(pinned)
    expect(await state.pin('a', 'night', later)).toEqual(pinned)
    expect(await state.pin('a', 'morning', later)).toEqual({ ...pinned, name: 'morning' })
    expect(await state.pins()).toHaveLength(1)
  })

  it('refuses the name of another bundle until that is unpinned', async () => {
    await state.pin('a', 'night', at)
    expect(await state.pin('b', 'night', at)).toEqual({ refused: 'The name "night" belongs to the pinned bundle a.' })
    expect((await state.pins()).map(({ bundle }) => bundle)).toEqual(['a'])
    await state.unpin({ bundle: 'a' })
    expect(await state.pin('b', 'night', at)).toMatchObject({ bundle: 'b' })
  })

  it('unpins by bundle or name, and says what is gone', async () => {
    await state.pin('a', 'night', at)
    await state.pin('b', null, at)
    expect(await state.unpin({ bundle: 'night' })).toBeUndefined()
    expect(await state.unpin({ name: 'a' })).toBeUndefined()
    expect(await state.unpin({ name: 'night' })).toEqual({ bundle: 'a', name: 'night', pinned_at: at })
    expect(await state.unpin({ name: 'night' })).toBeUndefined()
    expect(await state.unpin({ bundle: 'b' })).toEqual({ bundle: 'b', name: null, pinned_at: at })
    expect(await state.pins()).toEqual([])
  })
}
