// An Atom feed against a RELAX NG grammar, and in the library that many feed readers use (PyPI's feedparser).

import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renderFeed } from '../../../apps/syndication/events-feed.ts'
import { type Event, event, eventId } from '../../../data/schema/event.ts'
import { CHANGE_KINDS } from '../../../data/schema/vocabulary.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { createVenv } from '../../clients/venv.ts'
import { drawEvent, facetsOf } from '../../server/feed/drawn.ts'

const venv = createVenv('lxml==6.0.2', 'feedparser==6.0.12')
afterAll(() => ('python' in venv ? venv.remove() : undefined))

const shown = z.object({
  ...{ errors: z.array(z.string()), refuses: z.boolean(), bozo: z.boolean(), version: z.string() },
  ...{ ids: z.array(z.string()), titles: z.array(z.string()), contents: z.array(z.string()) },
})

const EPOCH = '4f1d2c3b5a697887'
const HOSTILE = `<script>alert("1")</script> & <b>O'Neil</b> ]]> &lt;i&gt; \u0007é`
const subscription = {
  id: 1,
  name: 'Carolina',
  filter: {},
  created_at: '2024-10-01T00:00:00.000Z',
  updated_at: '2024-10-01T00:00:00.000Z',
}

function drawn(seq: number, at: string): Event {
  const facets = { ...facetsOf(seq), kind: CHANGE_KINDS[seq % CHANGE_KINDS.length] ?? 'created' }
  const one = event.parse(JSON.parse(drawEvent(EPOCH, seq, at, facets, HOSTILE).body))
  return { ...one, endorser: { ...one.endorser, name: HOSTILE } }
}

function read(events: readonly Event[]) {
  if (!('python' in venv)) throw new Error(venv.missing)
  const input = renderFeed(events, {
    format: 'atom',
    subscription,
    origin: 'https://api.example.org',
    self: 'https://api.example.org/v1/feeds/x/events.atom',
  })
  const script = projectFile('test', 'apps', 'syndication', 'read_feed.py')
  const { stdout, stderr } = spawnSync(venv.python, [script, projectFile('test', 'apps', 'syndication', 'atom.rng')], {
    ...{ input, encoding: 'utf8' },
  })
  expect(stderr).toBe('')
  return shown.parse(JSON.parse(stdout))
}

describe.skipIf(!('python' in venv))('python' in venv ? 'an Atom feed' : venv.missing, () => {
  it('is valid, and feed readers show its entries without any markup of other people', () => {
    const events = [3, 2, 1].map((seq) => drawn(seq, `2024-10-0${seq}T00:00:00.000Z`))
    const { titles, contents, ...rest } = read(events)
    expect(rest).toEqual({
      ...{ errors: [], refuses: true, bozo: false, version: 'atom10' },
      ids: [3, 2, 1].map((seq) => `urn:hustings:${eventId(EPOCH, seq)}`),
    })
    for (const title of titles) expect(title).toMatch(/^&lt;script&gt;.*(endorses|endorsement of) A\. Candidate: Mayor/)
    expect(titles.join()).not.toMatch(/<\w/)
    for (const content of contents) expect(content).not.toMatch(/<(script|b|i)\b/)
    expect(contents.filter((content) => content.includes('Withdrawn.'))).toHaveLength(1)
  })

  it('is valid without entries', () => {
    expect(read([])).toMatchObject({ errors: [], refuses: true, bozo: false, ids: [] })
  })
})
