import { describe, expect, test } from 'vitest'
import { sharePicture } from '../../../apps/explore/contest.ts'
import { drawPicture, PICTURE_FONT } from '../../../apps/explore/picture.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

type Contest = Parameters<typeof sharePicture>[1]['contest']

let contest: Ballot['contests'][number]
withExplorer(async () => {
  await explorer.site.makeAccount('Reader')
  const { contests } = await explorer.api<Ballot>('/v1/ballot', { location: 'Raleigh, NC' })
  const found = contests.find(({ endorsements }) => endorsements.length > 0)
  if (!found) throw new Error('no contest has an endorsement')
  contest = found
})

const draw = (changed: Partial<Contest> = {}, lang: 'en' | 'es' = 'en'): string =>
  sharePicture(createView(lang, WORDS[lang], undefined), {
    ...{ contest: { ...contest, ...changed }, snapshot: '0123456789ab', font: PICTURE_FONT },
  }).toString()
const baselinesIn = (svg: string): number[] => [...svg.matchAll(/<text[^>]* y="(\d+)"/g)].map(([, y]) => Number(y))
const choices = (count: number): Contest['choices'] => {
  const [first] = contest.choices
  if (!first) throw new Error('the contest has no choice')
  return Array.from({ length: count }, (_, at) => ({
    ...first,
    id: at + 1,
    label: `Choice ${at + 1}`,
    withdrawn: false,
  }))
}

describe('the drawing of a contest', () => {
  test('names election, contest, choices, and how many endorse each, but no withdrawn candidate', () => {
    const svg = draw()
    for (const { label, withdrawn, id } of contest.choices) {
      const backers = contest.endorsements.filter(({ picks }) => picks.some(({ choice_id }) => choice_id === id))
      if (withdrawn) expect(svg).not.toContain(`>${label} <tspan`)
      else expect(svg).toMatch(new RegExp(`>${label} <tspan[^>]*>Endorsed by ${backers.length}<`))
    }
    expect(svg).toContain(contest.election.name)
    expect(svg).toContain('Hustings 0123456789ab')
    expect(draw({}, 'es')).toContain(WORDS.es.endorsedByOne)
  })

  test('counts nothing where nobody took a position, and gives the day once', () => {
    expect(draw({ endorsements: [] })).not.toContain('Endorsed by')
    const { election } = contest
    expect(draw({ election: { ...election, name: 'State Election, November 5, 2024', date: '2024-11-05' } })).toContain(
      '>State Election, November 5, 2024<',
    )
    expect(draw({ election: { ...election, name: 'State Election', date: '2024-11-05' } })).toContain(
      '>State Election, November 5, 2024<',
    )
  })

  test('stays above its last line, however long the title is, and tells how many choices are left out', () => {
    for (const title of ['Mayor', 'A very long question about the constitution of the state '.repeat(8)]) {
      const svg = draw({ title, choices: choices(30) })
      const lowest = baselinesIn(svg).filter((y) => y !== 598)
      expect(Math.max(...lowest)).toBeLessThanOrEqual(570)
      const shown = svg.match(/Choice \d+ /g)?.length ?? 0
      expect(shown).toBeGreaterThan(2)
      expect(svg).toContain(`and ${30 - shown} more`)
    }
    expect(draw({ choices: choices(2) })).not.toContain(' more<')
  })

  test('escapes markup, and leaves out what XML does not allow', () => {
    expect(draw({ title: '<b>&\u0000\u0007"' })).toContain('&lt;b&gt;&amp;')
    expect(draw({ title: 'a\u0000b' })).toContain('>a b<')
  })
})

/** Width and height of a PNG. Throws if it is none. */
function sizeOf(bytes: Uint8Array): [number, number] {
  const png = Buffer.from(bytes)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe('the picture', () => {
  test('is a PNG of 1200 × 630, the same each time, and another in another language', async () => {
    const path = `${explorer.url}/explore/share/contests/${contest.id}`
    const [one, two, spanish] = await Promise.all(
      [path, path, `${path}?lang=es`].map(async (url) => {
        const reply = await fetch(url)
        expect(reply.status).toBe(200)
        expect(reply.headers.get('content-type')).toBe('image/png')
        return new Uint8Array(await reply.arrayBuffer())
      }),
    )
    if (!one || !two || !spanish) throw new Error('three pictures were asked for')
    expect(sizeOf(one)).toEqual([1200, 630])
    expect(one).toEqual(two)
    expect(Buffer.from(one).equals(spanish)).toBe(false)
    expect(one.length).toBeLessThan(300_000)
  })

  test('shows text: without it, fewer bytes', async () => {
    const svg = draw()
    const [whole, blank] = await Promise.all([drawPicture(svg), drawPicture(svg.replace(/<text[\s\S]*?<\/text>/g, ''))])
    expect(sizeOf(blank)).toEqual([1200, 630])
    expect(whole.length).toBeGreaterThan(2 * blank.length)
  })

  test('of no SVG is a fault, and the next one is drawn', async () => {
    await expect(drawPicture('<svg')).rejects.toThrow('a picture was not drawn')
    expect((await drawPicture(draw({ title: 'Next' }))).length).toBeGreaterThan(1000)
  })

  test('is refused with 429 if too many wait', async () => {
    const wanted = Array.from({ length: 40 }, (_, at) => draw({ title: `Number ${at}` }))
    const ended = await Promise.allSettled(wanted.map(async (svg) => drawPicture(svg)))
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused.length).toBe(20)
    expect(refused[0]).toContain('retry in 1 s')
  })
})

test('the page of a contest names its picture for social sites, if everybody may see it', async () => {
  const path = `/explore/contests/${contest.id}`
  const { text } = await createVisitor(explorer.url).get(`${path}?lang=es`)
  const tags = new Map(
    [...text.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  )
  const image = new URL(tags.get('og:image') ?? '')
  expect(image.pathname + image.search).toBe(`/explore/share/contests/${contest.id}?lang=es`)
  expect(tags.get('og:image:width')).toBe('1200')
  expect(tags.get('twitter:card')).toBe('summary_large_image')
  const reader = await explorer.site.signedIn('Reader')
  expect((await reader.get(path)).text).not.toContain('og:image')
})
