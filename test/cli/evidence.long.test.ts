// Captured evidence end to end: a feed whose pages a local server has, the commands, and what is served.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends } from './temporary.ts'

const folder = shareFolder()
let publisher: TestPublisher
beforeAll(async () => {
  publisher = await openPublisher()
  await copySample(folder)
  mkdirSync(join(folder, 'feeds'))
  writeFileSync(
    join(folder, 'feeds', 'union.json'),
    JSON.stringify({
      version: 1,
      endorser: { slug: 'sample-members', name: 'The Sample Members', category: 'labor', state: 'ME' },
      endorsements: [
        {
          ...{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes' },
          ...{ statement: 'Question 1 keeps the harbor open.', source_url: `${publisher.url}/choices` },
        },
      ],
    }),
  )
})
afterAll(async () => {
  await publisher.close()
})

const run = (...words: string[]) => runCommand(folder, ...words, '--sample')

function configure(evidence: string): void {
  writeFileSync(
    join(folder, 'sample', 'sources.yaml'),
    `version: 1
endorsement_feeds:
  - { id: union, publisher: The Sample Members, url: ../feeds/union.json, page: https://example.org/, licence: CC0-1.0, format: json, endorsers: [sample-members] }
${evidence}`,
  )
}

async function served(...more: string[]) {
  const { code, stdout, stderr } = await run('endorsements', '--endorsers', 'sample-members', ...more, '--json')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout).data
}

/** The picks in a contest of Maine, over all its endorsers. */
async function picksOf(contest: number): Promise<unknown[]> {
  const { code, stdout, stderr } = await run('ballot', 'Maine', '--elections', 'me-2028-11-07-general', '--json')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const { contests } = JSON.parse(stdout).data
  const { endorsements } = contests.find(({ id }: { id: number }) => id === contest)
  return endorsements.flatMap(({ picks }: { picks: unknown[] }) => picks)
}

it('is off by default', async () => {
  configure('')
  expect(await run('nightly')).toMatchObject({ code: 0 })
  const ended = await run('evidence', 'capture')
  expect(ended).toMatchObject(ends(2, 'Nothing is captured by default'))
  expect(publisher.requests).toEqual([])
  expect(await served()).toMatchObject([
    {
      evidence: {
        ...{ method: 'feed', quote: 'Question 1 keeps the harbor open.', quote_found: true, missing_since: null },
        ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), retrieved_at: expect.any(String) },
      },
    },
  ])
  expect(await served('--min-evidence', 'capture')).toEqual([])
  expect(await served('--min-evidence', 'feed')).toHaveLength(1)
})

it('serves the quote of a captured page, and keeps it when the page changes', async () => {
  configure('evidence: { endorsers: [sample-members], allow_private_network: true }')
  publisher.put('/choices', '<html><body><p>Question 1 keeps <i>the harbor</i> open.</p></body></html>')
  const first = await run('evidence', 'capture')
  expect(first).toMatchObject({ code: 0, stdout: '1 page, 0 unchanged; 1 endorsement stated, of 1\n' })
  expect(await run('nightly')).toMatchObject({ code: 0 })
  const captured = { method: 'capture', quote: 'Question 1 keeps the harbor open.', quote_found: true }
  expect(await served('--min-evidence', 'capture')).toMatchObject([{ evidence: { ...captured, missing_since: null } }])

  // The page as it is kept, the table for analysts, and the kind of evidence in a contest.
  const [{ evidence, contest }] = await served()
  const page = readFileSync(join(folder, 'sample', 'evidence', 'pages', evidence.sha256), 'utf8')
  expect(page).toContain('<p>Question 1 keeps <i>the harbor</i> open.</p>')
  const sql = "SELECT method, sha256, quote, quote_found FROM api.evidence WHERE method <> 'feed'"
  const { stdout } = await run('sql', '--json', sql)
  expect(JSON.parse(stdout)).toEqual([{ ...captured, sha256: evidence.sha256 }])
  expect(await picksOf(contest.id)).toContainEqual(
    expect.objectContaining({ label: 'Yes', evidence: { method: 'capture', quote_found: true } }),
  )

  publisher.put('/choices', '<html><body><p>Our picnic is on Sunday.</p></body></html>')
  const second = await run('evidence', 'capture', '--endorser', 'sample-members')
  expect(second).toMatchObject({ code: 3, stdout: expect.stringContaining(`no longer on ${publisher.url}/choices`) })
  const nightly = await run('nightly', '--json')
  expect(nightly).toMatchObject({ code: 0, stdout: expect.stringContaining('no-longer-on-page') })
  expect(await served()).toMatchObject([{ evidence: { ...captured, missing_since: expect.any(String) } }])
})

it('is deleted of an endorser that asks for it', async () => {
  configure('evidence: { endorsers: [sample-members], do_not_capture: [sample-members], allow_private_network: true }')
  expect(await run('nightly')).toMatchObject({ code: 0 })
  expect(await served()).toMatchObject([{ evidence: { method: 'feed' } }])
  const requests = publisher.requests.length
  const ended = await run('evidence', 'capture')
  expect(ended.stderr).toContain('sample-members: its captures were deleted.')
  expect(readdirSync(join(folder, 'sample', 'evidence', 'pages'))).toEqual([])
  expect(publisher.requests).toHaveLength(requests)
  const named = await run('evidence', 'capture', '--endorser', 'sample-members')
  expect(named).toMatchObject(ends(2, 'asked not to be captured'))
})
