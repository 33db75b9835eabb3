import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from '../../../apps/explore/seal.ts'

const sealOf = (pepper: string) => createSeal((text) => createHmac('sha256', pepper).update(text).digest('hex'))

test('a sealed place opens in every process with the same pepper, and shows nothing of itself', () => {
  const place = '4711 Quexzylvane Ave, Raleigh, NC 27601 ñ'
  const sealed = sealOf('one').close(place)
  expect(sealOf('one').open(sealed)).toBe(place)
  expect(sealOf('one').close(place)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Quexz')
})

test('anything else opens to nothing', () => {
  const seal = sealOf('one')
  const sealed = seal.close('Raleigh, NC')
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  for (const text of ['', 'a', 'Raleigh, NC', sealed.slice(0, -4), changed.toString('base64url')])
    expect(seal.open(text)).toBeUndefined()
  expect(sealOf('two').open(sealed)).toBeUndefined()
})
