import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkPassword, hashPassword, newPassword, SALT_BYTES } from '../../../data/access/password.ts'

const salt = new Uint8Array(SALT_BYTES).fill(7)

describe('a password', () => {
  it('is stored as scrypt with its parameters and salt, equal to the result of Node.js', async () => {
    const hash = scryptSync('correct horse battery', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 })
    expect(await hashPassword('correct horse battery', salt)).toBe(
      `scrypt$32768$8$1$${'07'.repeat(16)}$${hash.toString('hex')}`,
    )
  })

  it('is recognised, and no other is', async () => {
    const hash = await hashPassword('correct horse battery', randomBytes(SALT_BYTES))
    expect(await checkPassword('correct horse battery', hash)).toBe(true)
    for (const other of ['correct horse batterz', 'correct horse battery ', 'Correct horse battery', ''])
      expect(await checkPassword(other, hash), other).toBe(false)
    expect(await hashPassword('correct horse battery', randomBytes(SALT_BYTES))).not.toBe(hash)
  })

  it('is the same in every Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9 au lait, ol\u00e9', salt)
    expect(await checkPassword('cafe\u0301 au lait, ole\u0301', hash)).toBe(true)
  })

  it('is checked with the parameters in its hash, so that the defaults can increase', async () => {
    const light = scryptSync('correct horse battery', salt, 32, { N: 1024, r: 4, p: 2 }).toString('hex')
    expect(await checkPassword('correct horse battery', `scrypt$1024$4$2$${'07'.repeat(16)}$${light}`)).toBe(true)
  })

  it('needs a complete salt, and a hash of this service', async () => {
    await expect(hashPassword('correct horse battery', salt.subarray(1))).rejects.toThrow('16 bytes of salt, got 15')
    for (const hash of [
      '',
      'scrypt$',
      '$2b$12$abcdefghijklmnopqrstuv',
      `scrypt$0$8$1$${'07'.repeat(16)}$${'00'.repeat(32)}`,
    ])
      await expect(checkPassword('x', hash)).rejects.toThrow('not of the scrypt form')
  })

  it('of an unknown account is never right', async () => {
    expect(await checkPassword('correct horse battery', null)).toBe(false)
    expect(await checkPassword('', null)).toBe(false)
  })

  it('of an unknown account takes as long as that of a known one', async () => {
    const hash = await hashPassword('correct horse battery', salt)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 9; round++)
      for (const [whose, stored] of [
        ['known', hash],
        ['unknown', null],
      ] as const) {
        const started = process.hrtime.bigint()
        await checkPassword('a wrong password', stored)
        times[whose].push(Number(process.hrtime.bigint() - started))
      }
    const median = (list: number[]): number => list.sort((a, b) => a - b)[4] ?? 0
    // Without the work the ratio is below 0.001; load on the machine changes it by some tenths.
    expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5)
    expect(median(times.unknown) / median(times.known)).toBeLessThan(2)
  })
})

it.each([
  ['x'.repeat(11), 'got one of 11'],
  ['x'.repeat(12), undefined],
  ['x'.repeat(200), undefined],
  ['x'.repeat(201), 'got one of 201'],
  ['😀'.repeat(11), 'got one of 11'],
  ['😀'.repeat(200), undefined],
  ['', 'got one of 0'],
  ['two lines\nof it', 'got one with a control character'],
  ['twelve spaces too', undefined],
])('a new password %j', (text, refusal) => {
  const { error } = newPassword.safeParse(text)
  expect(error?.issues[0]?.message).toEqual(refusal && expect.stringContaining(refusal))
  if (error && text) expect(error.message).not.toContain(text)
})
