import { describe, expect, it } from 'vitest'
import { isFromElsewhere, maskToken, refuseForged, refuseOtherSite } from '../../../apps/web/csrf.ts'
import { ApiError } from '../../../data/schema/api-error.ts'

const TOKEN = 'lG0cXf1gJ7VbqC3s8mYtWQ'

function isRefused(act: () => void): boolean {
  try {
    act()
    return false
  } catch (fault) {
    expect(fault).toBeInstanceOf(ApiError)
    expect((fault as ApiError).status).toBe(403)
    return true
  }
}

describe('the token of a form', () => {
  const masks = Array.from({ length: 200 }, () => maskToken(TOKEN))

  it('has other bytes in each page, and never its own', () => {
    expect(new Set(masks).size).toBe(200)
    // Each of the two halves differs too: neither is the token.
    const half = masks[0]?.length ?? 0
    for (const part of [(mask: string) => mask.slice(0, half / 2), (mask: string) => mask.slice(half / 2)])
      expect(new Set(masks.map(part)).size).toBe(200)
    for (const mask of masks) expect(Buffer.from(mask, 'base64url').toString('latin1')).not.toContain(TOKEN)
  })

  it('is accepted in every mask', () => {
    for (const mask of masks) expect(isRefused(() => refuseForged(mask, TOKEN))).toBe(false)
  })

  it('is refused if it is missing, cut, changed, unmasked, or of another visitor', () => {
    const [mask = ''] = masks
    const changed = Buffer.from(mask, 'base64url')
    changed[3] = (changed[3] ?? 0) ^ 1
    const others = [
      '',
      'A',
      mask.slice(0, -2),
      `${mask}AA`,
      changed.toString('base64url'),
      TOKEN,
      '%%%',
      'é'.repeat(44),
    ]
    for (const sent of others)
      expect(
        isRefused(() => refuseForged(sent, TOKEN)),
        sent,
      ).toBe(true)
    expect(isRefused(() => refuseForged(maskToken('another visitor, 22 ch'), TOKEN))).toBe(true)
  })
})

describe('a page of another site', () => {
  const host = 'votes.example'
  it.each([
    [{ host, 'sec-fetch-site': 'same-origin', origin: 'https://votes.example' }, false],
    [{ host, 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
    [{ host, 'sec-fetch-site': 'none' }, false],
    [{ host }, false],
    [{ host, 'sec-fetch-site': 'cross-site' }, true],
    [{ host, 'sec-fetch-site': 'same-site' }, true],
    [{ host, origin: 'https://other.example' }, true],
    [{ host, origin: 'https://votes.example:8443' }, true],
    [{ host, origin: 'no origin' }, true],
  ])('%j is refused: %s', (headers, refused) => {
    expect(isRefused(() => refuseOtherSite(headers))).toBe(refused)
  })

  it('is where a link came from', () => {
    expect(
      ['cross-site', 'same-site', 'same-origin', 'none'].map((site) => isFromElsewhere({ 'sec-fetch-site': site })),
    ).toEqual([true, true, false, false])
  })
})
