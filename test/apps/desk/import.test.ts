import { expect, test } from 'vitest'
import { DESK_IMPORT_FORM_BYTES_MAX } from '../../../apps/desk/desk.ts'
import { DESK_IMPORT_BYTES_MAX, DESK_IMPORT_RECORDS_MAX } from '../../../apps/desk/import.ts'
import { DESK_IMPORT_STOPS_MAX } from '../../../apps/desk/import-file.ts'
import { readProjectFile } from '../../../data/store/paths.ts'
import { type Fields, type Seen, site, tokenIn, type Visitor } from '../console/visitor.ts'
import { ana, bo, contestBy, DESK, WORKERS, withEditorSite } from './editor-site.ts'

const IMPORT = `${DESK}/import`
const board = contestBy(({ vote_method }) => vote_method === 'multi_seat')
const bond = contestBy(({ kind, election }) => kind === 'measure' && election.slug === board.election.slug)
const senate = contestBy(({ title, election }) => title === 'us-senate' && election.slug === board.election.slug)
const slug = board.election.slug

const HEAD = 'endorser,election,contest,choice,statement,source_url,published_on'
const csv = (...lines: string[]): string => [HEAD, ...lines, ''].join('\n')
const line = (contest: string | number, choice: string, rest = ',https://example.org/a,2024-10-01'): string =>
  `${WORKERS.slug},${slug},${contest},${choice},${rest}`

withEditorSite()

/** As a browser sends a form with a file. */
async function upload(visitor: Visitor, content: string | Uint8Array<ArrayBuffer>, text = ''): Promise<Seen> {
  const body = new FormData()
  body.append('token', tokenIn((await visitor.get(IMPORT)).text))
  body.append('file', new Blob([content], { type: 'text/csv' }), 'my picks.csv')
  body.append('text', text)
  return visitor.get(IMPORT, { method: 'POST', body })
}

const paste = (visitor: Visitor, text: string): Promise<Seen> => visitor.send(IMPORT, IMPORT, { text })

/** Presses a button of the report that is on the screen. */
function confirm(
  visitor: Visitor,
  report: Seen,
  act: 'publish' | 'drafts',
  text: string,
  fields: Fields = {},
): Promise<Seen> {
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec(report.text)?.[1] ?? ''
  return visitor.post(`${IMPORT}/confirm`, { token: tokenIn(report.text), seen, text, act, ...fields })
}

const positions = () => site.fixture.state.positions(WORKERS.slug)

/** The cells of the table rows, as text. */
const rowsOf = ({ text }: Seen): string[][] =>
  [...text.matchAll(/<tr role="row"><td[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<td[^>]*><div>([\s\S]*?)<\/div><\/td>/g)].map(([, cell = '']) =>
      cell
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )

const FIRST = csv(
  line(board.id, 'Ada Example', '"<script>alert(1)</script>",https://example.org/a,2024-10-01'),
  line(board.title, 'Bo Exampel'),
  line('no such contest', 'Ada Example'),
  line('bond', 'Yes', 'why,javascript:alert(1),2024-10-01'),
)

test('the report says what each line means, and publishes nothing', async () => {
  const report = await upload(ana, FIRST)
  expect(report.status).toBe(200)
  expect(report.text).toContain('Lines: 2 to add, 0 to change, 0 unchanged, 2 refused.')
  const rows = rowsOf(report)
  expect(rows.slice(0, 2)).toEqual([
    [
      '3',
      board.title,
      'Bo Exampel',
      'choice',
      'Bo Exampel',
      expect.stringMatching(/choice of this contest.*Bo Example/),
    ],
    ['4', 'no such contest', 'Ada Example', 'contest', 'no such contest', expect.stringContaining('of this election')],
  ])
  expect(rows.slice(2)).toEqual([
    ['2', board.title, 'Ada Example', 'add', 'none'],
    [
      '5',
      'bond',
      'Yes',
      'add',
      expect.stringMatching(/^source_url javascript:alert\(1\) .*http or https.*without this field/),
    ],
  ])
  expect(report.text).not.toContain('<script>alert')
  expect(await positions()).toEqual([])
})

test('lines that the contest does not permit together are named, with the number that it permits', async () => {
  const choices = board.choices.map(({ label }) => label).slice(0, board.votes_allowed + 1)
  const report = await upload(
    ana,
    csv(line('bond', 'Yes'), line('bond', 'No'), ...choices.map((one) => line(board.id, one))),
  )
  const expected = rowsOf(report).map((cells) => cells.at(-1))
  const many = choices.map((_, at) => at + 4).join(', ')
  expect(expected).toEqual([
    ...['Yes', 'No'].map(() => 'one choice, as this contest permits; none of these lines goes in: 2, 3'),
    ...choices.map(
      () => `at most ${board.votes_allowed} choices, as this contest permits; none of these lines goes in: ${many}`,
    ),
  ])
})

test('a confirmation publishes the right lines, with an audit entry and a history for each position', async () => {
  const report = await paste(ana, FIRST)
  const done = await confirm(ana, report, 'publish', FIRST)
  expect([done.status, done.location]).toEqual([303, `${DESK}?done=imported`])
  const held = await positions()
  expect(held.map(({ published, changed_by }) => [changed_by, published?.title, published?.text]).sort()).toEqual([
    ['ana', 'board-3', expect.objectContaining({ statement: '<script>alert(1)</script>' })],
    ['ana', 'bond', expect.objectContaining({ statement: 'why', source_url: null })],
  ])
  const audit = await site.fixture.state.audit(null, 2)
  expect(audit.map(({ by, action, detail }) => [by, action, detail.contest]).sort()).toEqual(
    [board, bond].map(({ id }) => ['ana', 'desk.imported', id]).sort(),
  )
  expect((await ana.get(`${DESK}/history`)).text).toContain('imported')
  expect((await ana.get(DESK)).text).not.toContain('<script>alert')
})

test('the file of the desk gives “unchanged” for every line when it is imported again', async () => {
  const file = await ana.get(`${DESK}/file/endorsements.json`)
  expect(JSON.parse(file.text).endorsements).toHaveLength(2)
  const report = await upload(ana, file.text)
  expect(report.text).toContain('Lines: 0 to add, 0 to change, 2 unchanged, 0 refused.')
  expect(report.text).toContain('Everything in the file is already published.')
  expect(report.text).not.toContain('name="seen"')
})

test('a file with a header alone has no lines', async () => {
  for (const text of [csv(), '{"endorsements":[]}']) {
    const report = await upload(ana, text)
    expect(report.text).toContain('The file has no lines')
    expect(report.text).not.toContain('already published')
  }
})

test('a refused line does not say that it goes in without a field', async () => {
  const report = await upload(ana, csv(line('no such contest', 'Ada Example', 'why,javascript:alert(1),2024-10-01')))
  expect(rowsOf(report).map((cells) => cells[3])).toEqual(['source_url', 'contest'])
  expect(report.text).not.toContain('goes in without this field')
})

test('changes and withdrawn choices are named; a refused line leaves its published contest as it is', async () => {
  const both = csv(line(board.id, 'Cy Example'), line(bond.id, 'Yes', 'new words,,'))
  const report = await upload(ana, both)
  expect(report.text).toContain('Lines: 1 to add, 1 to change, 0 unchanged, 0 refused.')
  expect(report.text).toContain('This import withdraws an endorsement')
  expect(report.text).toContain('<li><b>Ada Example</b> in board-3</li>')
  expect(report.text).toMatch(/<input type="checkbox" name="withdraws" value="1" id="withdraws" required/)
  const wrong = csv(line(board.id, 'Cy Example'), line(board.id, 'Nobody'))
  const held = await upload(ana, wrong)
  expect(held.text).toContain('Lines: 0 to add, 0 to change, 0 unchanged, 2 refused.')
  expect(held.text).toContain('The line is right. Another line of this contest is refused')
  expect(held.text).toContain('There is nothing to publish.')
  const before = JSON.stringify(await positions())
  const unconfirmed = await confirm(ana, report, 'publish', both)
  expect([unconfirmed.status, unconfirmed.text.includes('nothing was published')]).toEqual([400, true])
  expect(unconfirmed.text).toContain('<li><b>Ada Example</b> in board-3</li>')
  expect(JSON.stringify(await positions())).toBe(before)
  const done = await confirm(ana, unconfirmed, 'publish', both, { withdraws: '1' })
  expect(done.location).toBe(`${DESK}?done=imported`)
  expect((await site.fixture.state.findPosition(WORKERS.slug, board.id))?.published?.picks).toMatchObject([
    { label: 'Cy Example' },
  ])
  // The history and the audit name what the import took away.
  const [, , row = ''] = (await ana.get(`${DESK}/contests/${board.id}/history`)).text.split('<tr role="row">')
  expect(row).toContain('imported')
  expect(row).toContain('Withdrawn: <b>Ada Example</b>')
  expect(await site.fixture.state.audit(null, 2)).toContainEqual(
    expect.objectContaining({
      action: 'desk.imported',
      detail: expect.objectContaining({ withdrew: ['Ada Example'] }),
    }),
  )
})

test('a form of an earlier sign-in, or too large for one, keeps the form and the text that was pasted', async () => {
  const stale = await ana.post(IMPORT, { token: 'x', text: 'pasted before' })
  expect([stale.status, stale.text.includes('pasted before')]).toEqual([403, true])
  expect(stale.text).toMatch(/id="text-problem">You have signed in anew/)
  const large = await ana.post(IMPORT, { token: 'x', text: 'x'.repeat(DESK_IMPORT_FORM_BYTES_MAX) })
  expect(large.status).toBe(413)
  expect(large.text).toMatch(/id="file-problem">The form is too large/)
  // As large as the proxy passes on: test/deploy/proxies.long.test.ts.
  const proxy = readProjectFile('deploy', 'nginx.conf').toString()
  expect(proxy).toMatch(
    new RegExp(`location /desk \\{\\s+client_max_body_size ${DESK_IMPORT_FORM_BYTES_MAX / 2 ** 20}m;`),
  )
})

test('a line whose contest is not known withdraws nothing, and is named beside the contest that stays', async () => {
  const before = await site.fixture.state.findPosition(WORKERS.slug, board.id)
  expect(before?.published?.picks).toMatchObject([{ label: 'Cy Example' }])
  const text = csv(line(board.id, 'Ada Example'), line('baord-3', 'Cy Example'), line(bond.id, 'Yes', 'newer,,'))
  const report = await upload(ana, text)
  expect(report.text).not.toContain('name="withdraws"')
  expect(rowsOf(report)[0]?.slice(0, 3)).toEqual(['2', String(board.id), 'Ada Example'])
  expect(rowsOf(report)[0]?.[5]).toMatch(
    /would withdraw something here, .* we do not know the contest of other lines \(line 3\)./,
  )
  // The other contests go in.
  expect((await confirm(ana, report, 'publish', text)).location).toBe(`${DESK}?done=imported`)
  expect(await site.fixture.state.findPosition(WORKERS.slug, board.id)).toEqual(before)
  expect((await site.fixture.state.findPosition(WORKERS.slug, bond.id))?.published?.text.statement).toBe('newer')
})

test('as drafts, nothing is withdrawn, and no confirmation is needed', async () => {
  const text = csv(line(board.id, 'Ada Example'))
  const report = await paste(ana, text)
  expect(report.text).toContain('This import withdraws an endorsement')
  expect((await confirm(ana, report, 'drafts', text)).location).toBe(`${DESK}?done=drafts-made`)
  expect((await site.fixture.state.findPosition(WORKERS.slug, board.id))?.published?.picks).toMatchObject([
    { label: 'Cy Example' },
  ])
})

test('somebody else was first: nothing is published, and the new report is shown', async () => {
  const text = csv(line(bond.id, 'No'))
  const report = await paste(ana, text)
  const other = csv(line(bond.id, 'Yes', 'by bo,,'))
  await confirm(bo, await paste(bo, other), 'publish', other)
  const late = await confirm(ana, report, 'publish', text, { withdraws: '1' })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Something changed since you saw this report. Nothing was published')
  expect(await site.fixture.state.findPosition(WORKERS.slug, bond.id)).toMatchObject({
    ...{ changed_by: 'bo', published: { text: { statement: 'by bo' } } },
  })
  expect((await confirm(ana, late, 'publish', text, { withdraws: '1' })).location).toBe(`${DESK}?done=imported`)
  expect(await site.fixture.state.findPosition(WORKERS.slug, bond.id)).toMatchObject({ changed_by: 'ana' })
})

test('another text than the one of the report is not published', async () => {
  const report = await paste(ana, csv(line(senate.id, 'Ada Example')))
  const answer = await confirm(ana, report, 'publish', csv(line(senate.id, 'Bo Example')))
  expect(answer.status).toBe(409)
  expect(await site.fixture.state.findPosition(WORKERS.slug, senate.id)).toBeUndefined()
})

test('as drafts: only the editor sees them, and a draft that is there already stays', async () => {
  const text = csv(line(senate.id, 'Ada Example', 'from the file,,'))
  const report = await paste(ana, text)
  expect((await confirm(ana, report, 'drafts', text)).location).toBe(`${DESK}?done=drafts-made`)
  expect(await site.fixture.state.findPosition(WORKERS.slug, senate.id)).toBeUndefined()
  const { text: form } = await ana.get(`${DESK}/contests/${senate.id}`)
  expect(form).toContain('from the file')
  expect((await bo.get(DESK)).text).not.toContain('Your drafts')
  const other = csv(line(senate.id, 'Bo Example', 'later,,'))
  const again = await paste(ana, other)
  expect(again.text).toContain('You have a draft of us-senate already. It stays')
  await confirm(ana, again, 'drafts', other)
  expect((await ana.get(`${DESK}/contests/${senate.id}`)).text).toContain('from the file')
})

test('a file that is missing, sent twice, too large, too long, no text or no CSV is refused with the reason', async () => {
  const refused = async (seen: Promise<Seen>, sentence: string, status = 400): Promise<string> => {
    const { status: got, text } = await seen
    expect(got).toBe(status)
    expect(text).toContain(sentence)
    return text
  }
  await refused(upload(ana, ''), 'nothing was sent')
  await refused(paste(ana, '   '), 'nothing was sent')
  await refused(upload(ana, FIRST, FIRST), 'a file and a text were sent')
  const fits = `${csv(line(board.id, 'Ada Example'))}${'\n'.repeat(DESK_IMPORT_BYTES_MAX)}`.slice(
    0,
    DESK_IMPORT_BYTES_MAX,
  )
  expect((await upload(ana, fits)).status).toBe(200)
  await refused(upload(ana, `${fits}\n`), 'it has 1.1 MiB, expected at most 1 MiB')
  await refused(upload(ana, 'x'.repeat(DESK_IMPORT_FORM_BYTES_MAX)), 'A file to import may have at most 1 MiB', 413)
  const many = Array.from({ length: DESK_IMPORT_RECORDS_MAX + 1 }, () => 'a,b,c,d,,,')
  await refused(upload(ana, csv(...many)), 'it has 2,001 lines of endorsements, expected at most 2,000')
  await refused(upload(ana, new Uint8Array([0xff, 0x41])), 'not text in UTF-8')
  const strange = upload(ana, 'name,option\na,b\n')
  await refused(strange, 'The reader says: <span lang="en">has no column &quot;election&quot;')
  for (const [text, sentence] of [
    ['"election";"contest";choice\na;b;c\n', 'The columns are separated by “;”, expected “,”.'],
    ['\nelection\tcontest\tchoice\n', 'The columns are separated by a tab, expected “,”.'],
  ] as const)
    expect(await refused(upload(ana, text), sentence)).not.toMatch(/has no column|name="seen"/)
  await refused(upload(ana, csv('"open')), 'File, line 2: it cannot be read')
  expect((await upload(ana, csv(...many.slice(1)))).text).toContain('2000 refused')
})

test('a file need not name the endorser: it is the desk’s own', async () => {
  const [, ...columns] = HEAD.split(',')
  const bare = (contest: number, choice: string): string => `${slug},${contest},${choice},"two\nlines",,`
  const without = [columns.join(','), bare(board.id, 'Bo Example'), bare(senate.id, 'Nobody'), ''].join('\n')
  const empty = csv(`,${bare(board.id, 'Bo Example')}`, ` "" ,${bare(senate.id, 'Nobody')}`)
  const items = [
    { election: slug, contest: board.id, choice: 'Bo Example' },
    { election: slug, contest: senate.id, choice: 'Nobody' },
  ]
  const json = JSON.stringify({ endorsements: items }, null, 1)
  for (const [text, place] of [
    [without, '4'],
    [empty, '4'],
    [json, '8, item 2'],
  ] as const) {
    const report = await upload(ana, text)
    expect([text, report.status]).toEqual([text, 200])
    expect(report.text).toContain('Lines: 1 to add, 0 to change, 0 unchanged, 1 refused.')
    expect(rowsOf(report)[0]?.slice(0, 5)).toEqual([place, String(senate.id), 'Nobody', 'choice', 'Nobody'])
  }
  expect((await ana.get(IMPORT)).text).toContain(`<code>${WORKERS.slug}</code>`)
})

test('a line of another endorser is told everything at once: the slug that it needs, and what else is wrong', async () => {
  const wrong = csv(line(senate.id, 'Nobody').replace(WORKERS.slug, 'somebody'), line(board.id, 'Bo Example'))
  const told = [
    ['2', String(senate.id), 'Nobody', 'endorser', 'somebody', expect.stringContaining(WORKERS.slug)],
    ['2', String(senate.id), 'Nobody', 'choice', 'Nobody', expect.stringContaining('choice of this contest')],
  ]
  expect(rowsOf(await upload(ana, wrong)).slice(0, 2)).toEqual(told)
  const item = { endorser: 'somebody', election: slug, contest: senate.id, choice: 'Nobody' }
  const rows = rowsOf(await upload(ana, JSON.stringify({ endorsements: [item] })))
  expect(rows.map((cells) => cells.slice(3, 5))).toEqual(told.map((cells) => cells.slice(3, 5)))
})

test('one report names every place at which a file cannot be read, and what is wrong with its other lines', async () => {
  const before = JSON.stringify(await positions())
  const text = [
    'election,contest,statement',
    `${slug},${senate.id},"open" quote`,
    `${slug},${board.id},fine`,
    `${slug},no such contest,`,
    `${slug},${board.id},has a " inside`,
    `one,two`,
    '',
  ].join('\n')
  const report = await upload(ana, text)
  expect(report.status).toBe(400)
  const places = [...report.text.matchAll(/<li>(Line \d+)\. The reader says: <span lang="en">([^<]+)/g)]
  expect(places.map(([, place, reason = '']) => [place, reason.slice(0, 13)])).toEqual([
    ['Line 1', 'has no column'],
    ['Line 2', 'the record th'],
    ['Line 5', 'the record th'],
  ])
  expect(places[0]?.[2]).toMatch(/its header names &quot;election&quot;, &quot;contest&quot;, &quot;statement&quot;$/)
  expect(rowsOf(report).map(([place, , choice, field]) => [place, choice, field])).toEqual([
    ['4', 'none', 'contest'],
    ['6', 'none', 'none'],
  ])
  expect(report.text).toContain('nothing of the file can be published')
  expect(report.text).not.toContain('name="seen"')
  const many = csv(...Array.from({ length: DESK_IMPORT_STOPS_MAX + 5 }, () => line(board.id, 'a "b')))
  const limited = await upload(ana, many)
  expect(limited.text.match(/<li>Line /g)).toHaveLength(DESK_IMPORT_STOPS_MAX + 1)
  expect(limited.text).toContain('There may be more such places')
  expect(JSON.stringify(await positions())).toBe(before)
})

test('a line that says why there is no endorsement is published, and is unchanged when it is imported again', async () => {
  const text = `endorser,election,contest,choice,stance,source_url,published_on
${WORKERS.slug},${slug},bond,,no_position,https://example.org/none,2024-10-02
`
  const report = await upload(ana, text)
  expect(report.text).toContain('Lines: 1 to add, 0 to change, 0 unchanged, 0 refused.')
  expect(report.text).toContain('We looked at this contest and endorse no choice')
  expect((await confirm(ana, report, 'publish', text, { withdraws: '1' })).location).toBe(`${DESK}?done=imported`)
  const file = await ana.get(`${DESK}/file/endorsements.json`)
  expect(JSON.parse(file.text).endorsements).toContainEqual(
    expect.objectContaining({ stance: 'no_position', source_url: 'https://example.org/none' }),
  )
  const again = await upload(ana, file.text)
  expect(again.text).toMatch(/Lines: 0 to add, 0 to change, \d unchanged, 0 refused\./)
})

test('a body that is no form of its type is refused with a page', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const broken = await ana.get(IMPORT, { method: 'POST', body: '--x\r\nnot a part', headers })
  expect([broken.status, broken.text.includes('not a valid form of multipart/form-data')]).toEqual([400, true])
  // Other forms accept no files.
  const body = new FormData()
  body.append('token', 'x')
  expect((await ana.get(`${DESK}/contests`, { method: 'POST', body })).status).toBe(415)
})

test('a forged form, a stranger and an editor who lost the permission import nothing', async () => {
  const text = csv(line(board.id, 'Bo Example'))
  const report = await paste(bo, text)
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec(report.text)?.[1] ?? ''
  expect((await bo.post(`${IMPORT}/confirm`, { token: 'x', seen, text, act: 'publish' })).status).toBe(403)
  await site.fixture.state.setEditor('bo', WORKERS.slug, false, { by: 'the test', at: '2024-10-15T00:00:00.000Z' })
  expect((await confirm(bo, report, 'publish', text)).status).toBe(404)
  expect((await site.visitor().get(IMPORT)).location).toContain('/console/sign-in?to=')
  await site.fixture.state.setEditor('bo', WORKERS.slug, true, { by: 'the test', at: '2024-10-15T00:00:00.000Z' })
})
