// Links to versions that are gone, and elections in which nobody endorses: the page says so once, and shows what there is.

import { describe, expect, test } from 'vitest'
import { ballotMain } from '../../../apps/explore/ballot-page.ts'
import { createView } from '../../../apps/web/ballot/view.ts'
import { titleOf, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { Ballot } from '../../../data/schema/ballot.ts'
import type { Contest } from '../../../data/schema/contest.ts'
import type { Election } from '../../../data/schema/election.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const GONE = '0123456789ab'
const PLACE = 'Raleigh, NC'

withExplorer()

const pageOf = (path: string) => createVisitor(explorer.url).get(`/explore/${path}`)
const idsIn = (text: string): string[] => [...text.matchAll(/id="contest-(\d+)"/g)].map(([, id]) => id ?? '')

describe('a link to a version that is gone', () => {
  test("shows today's ballot, and says so", async () => {
    const { status, text } = await pageOf(`ballot?place=Raleigh,%20NC&snapshot=${GONE}`)
    expect([status, idsIn(text)]).toEqual([200, idsIn((await explorer.ballotOf({ place: PLACE })).text)])
    expect(text).toContain(fill(WORDS.en.snapshotGone, { snapshot: GONE }))
    expect(text).not.toContain(`snapshot=${GONE}`)
  })

  test("shows today's contest, election or frame, and says so; what is not there today is not found", async () => {
    const [contest] = await explorer.api<Contest[]>('/v1/contests', { limit: '1' })
    if (!contest) throw new Error('there is no contest')
    for (const path of [
      `contests/${contest.id}`,
      `elections/${contest.election.slug}`,
      `embed/contests/${contest.id}`,
    ]) {
      const [gone, today] = [await pageOf(`${path}?snapshot=${GONE}&lang=es`), await pageOf(`${path}?lang=es`)]
      expect([path, gone.status, today.status]).toEqual([path, 200, 200])
      const notice = fill(WORDS.es.snapshotGone, { snapshot: GONE })
      expect([path, gone.text.includes(notice), today.text.includes(notice)]).toEqual([path, true, false])
      expect(gone.text).not.toContain(`snapshot=${GONE}`)
      expect(idsIn(gone.text)).toEqual(idsIn(today.text))
    }
    expect((await pageOf(`contests/1?snapshot=${GONE}`)).status).toBe(404)
  })
})

describe('an election in which nobody endorses', () => {
  test('says so once on a ballot, and links the last election with endorsements', async () => {
    const ballot = await explorer.api<Ballot>('/v1/ballot', { location: PLACE })
    const [last] = await explorer.api<Election[]>('/v1/elections', { limit: '1' })
    if (!last) throw new Error('there is no election')
    const contests = ballot.contests.map((contest) => ({ ...contest, endorsements: [], stances: [] }))
    const page = ballotMain(createView('en', WORDS.en, undefined), {
      ...{ later: [], map: null, ticked: new Set<string>(), offices: new Map(), answersAddresses: false, token: '' },
      ...{
        sealed: '',
        links: null,
        isLinked: false,
        snapshot: '',
        empty: null,
        nextDay: null,
        votedOn: null,
        isFar: false,
        city: null,
        lastEndorsed: last,
        publishers: new Map(),
        part: [],
        chosen: null,
        folds: false,
        ballot: { ...ballot, contests },
      },
    }).toString()
    expect(page.split(/We have no endorsement/)).toHaveLength(2)
    expect(page).toContain(WORDS.en.nobodyEndorsesHere)
    expect(page).not.toContain(WORDS.en.nothingKnown)
    expect(
      page.match(new RegExp(`href="/explore/elections/${last.slug}">${titleOf(last, 'en')}</a>\\.`, 'g')),
    ).toHaveLength(1)
    expect(page).not.toContain('id="ticks"')
    expect(page).not.toContain('href="#ticks"')
  })

  test('says so on its page, with the last election of the state before it that has some', async () => {
    const all = await explorer.api<Election[]>('/v1/elections', { limit: '500' })
    const silent = all.filter(({ endorsement_count }) => endorsement_count === 0)
    expect(silent.length).toBeGreaterThan(0)
    for (const one of silent.slice(0, 5)) {
      const { text } = await pageOf(`elections/${one.slug}`)
      expect(text).toContain(WORDS.en.nobodyEndorses)
      const last = all
        .filter(({ state, date, endorsement_count }) => state === one.state && date < one.date && endorsement_count > 0)
        .at(-1)
      expect([one.slug, /that we have: <a href="\/explore\/elections\/([^"]+)"/.exec(text)?.[1]]).toEqual([
        one.slug,
        last?.slug,
      ])
    }
  })
})
