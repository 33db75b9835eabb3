import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blank } from '../../../ingest/fetch/blank.ts'
import { type FetchOptions, fetchSource } from '../../../ingest/fetch/fetch.ts'
import { hash, loadRetrieved, openRaw, type RawEntry } from '../../../ingest/fetch/kept-bytes.ts'
import { savedAs } from '../../../ingest/fetch/locate.ts'
import { FileGone, FileRefused, type Source } from '../../../ingest/read/source.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY } from '../entry.ts'

const folder = freshFolder()
let server: Server
let base = ''
let requests: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  mkdirSync(join(folder, 'mirror', 'lists'), { recursive: true })
  requests = []
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const DAY_1 = new Date('2028-01-01T23:00:00Z')
const DAY_2 = new Date('2028-01-02T01:00:00Z')
const options = (more: Partial<FetchOptions> = {}): FetchOptions => ({
  rawDir: join(folder, 'raw'),
  mirror: null,
  // The publisher of these tests runs on this machine.
  ...{ allowPrivate: true, limits: { pause: 1 } },
  now: DAY_1,
  ...more,
})
const mirror = (): string => join(folder, 'mirror')
function source(more: Partial<Source> = {}): Source {
  return {
    id: 'lists-2028',
    ...ENTRY,
    files: [{ url: `${base}/list.csv`, mirror: 'lists/list.csv.gz' }],
    read: () => {},
    ...more,
  }
}
const kept = (): string[] => readdirSync(join(folder, 'raw')).filter((name) => name !== 'index.json')
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

it('bytes that several addresses gave count from the day on which the first gave them', () => {
  const raw = openRaw(join(folder, 'raw'))
  const sha256 = raw.keep(Buffer.from('a,b\n'))
  const days = ['2028-01-02', '2028-01-01', '2028-01-03']
  const entry = (day: string): [string, RawEntry] => [
    `https://example.org/${day}.csv`,
    { sha256, retrieved_at: `${day}T06:00:00.000Z`, asked_on: day, etag: null, last_modified: null, personal: [] },
  ]
  raw.remember(new Map(days.map(entry)))
  expect(loadRetrieved(join(folder, 'raw'))).toEqual(new Map([[sha256, '2028-01-01T06:00:00.000Z']]))
})

describe('from a publisher', () => {
  it('sends one request per UTC day, with validators, and keeps the first time of unchanged bytes', async () => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"v1"' }).end('name\nAnn\n')
    }
    const [first] = await fetchSource(source(), options())
    await fetchSource(source(), options({ now: new Date(DAY_1.getTime() + 60_000) }))
    expect(requests).toEqual(['/list.csv'])
    const [next] = await fetchSource(source(), options({ now: DAY_2 }))
    await fetchSource(source(), options({ now: DAY_2 }))
    expect(requests).toHaveLength(2)
    expect(next).toEqual(first)
    expect(first).toMatchObject({ name: 'lists/list.csv', url: `${base}/list.csv`, retrieved_at: DAY_1.toISOString() })
    await fetchSource(source(), options({ now: DAY_2, refresh: true }))
    expect(requests).toHaveLength(3)
  })

  it('keeps every version under its hash and overwrites none', async () => {
    let version = 1
    answer = (_, response) => response.end(`name\nAnn ${version}\n`)
    const [first] = await fetchSource(source(), options())
    version = 2
    const [second] = await fetchSource(source(), options({ now: DAY_2 }))
    expect(kept().sort()).toEqual([first?.sha256, second?.sha256].sort())
    expect(second?.retrieved_at).toBe(DAY_2.toISOString())
    for (const file of [first, second])
      expect(hash(readFileSync(join(folder, 'raw', file?.sha256 ?? '')))).toBe(file?.sha256)
  })

  it('unpacks by the URL, and not a second time after Content-Encoding', async () => {
    const packed = gzipSync('name\nAnn\n')
    // Its server compresses a .gz again, or calls it compressed as it is.
    for (const [headers, sent] of [
      [{}, packed],
      [{ 'content-encoding': 'gzip' }, packed],
      [{ 'content-encoding': 'gzip' }, gzipSync(packed)],
    ] as const) {
      answer = (_, response) => response.writeHead(200, headers).end(sent)
      const files = [{ url: `${base}/list.csv.gz`, mirror: 'lists/list.csv.gz' }]
      const [file] = await fetchSource(source({ files }), options({ refresh: true }))
      expect(text(file?.bytes)).toBe('name\nAnn\n')
    }
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    const [plain] = await fetchSource(source(), options({ refresh: true }))
    expect(text(plain?.bytes)).toBe('name\nAnn\n')
  })

  it('takes a mirror address with the same paths', async () => {
    answer = (_, response) => response.end(gzipSync('name\nAnn\n'))
    const [file] = await fetchSource(source(), options({ mirror: `${base}/data/` }))
    expect(requests).toEqual(['/data/lists/list.csv.gz'])
    expect(file).toMatchObject({ name: 'lists/list.csv', url: `${base}/list.csv` })
    expect(text(file?.bytes)).toBe('name\nAnn\n')
  })

  it('takes the file that a person saved if the publisher refuses programs, and says where to save it', async () => {
    const inbox = join(folder, 'inbox')
    answer = (_, response) => response.writeHead(200).end('<!DOCTYPE html><title>Request Rejected</title>')
    const path = join(inbox, 'lists-2028', 'list.csv')
    await expect(fetchSource(source(), options({ inbox }))).rejects.toThrow(
      `gives a web page instead of the file: "Request Rejected"; save the file with a browser as ${path}`,
    )
    mkdirSync(join(inbox, 'lists-2028'), { recursive: true })
    writeFileSync(path, '<html><title>Are you human?</title></html>')
    await expect(fetchSource(source(), options({ inbox }))).rejects.toThrow(
      `${path} gives a web page instead of the file: "Are you human?"`,
    )
    writeFileSync(path, 'name\nAnn\n')
    const [file] = await fetchSource(source(), options({ inbox }))
    expect([text(file?.bytes), file?.published_on]).toEqual(['name\nAnn\n', '2028-01-01'])
    answer = (_, response) => response.writeHead(404).end()
    await expect(fetchSource(source(), options({ inbox, now: DAY_2 }))).rejects.toThrow(FileGone)
    answer = (_, response) => response.end('name\nBea\n')
    const [fetched] = await fetchSource(source(), options({ inbox, now: DAY_2 }))
    expect(text(fetched?.bytes)).toBe('name\nBea\n')
  })

  it('sends a form, and keeps the files of one address apart by their forms', async () => {
    const sent: string[] = []
    answer = async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { referer, 'content-type': type } = request.headers
      sent.push([request.method, type, referer, Buffer.concat(parts)].join(' '))
      response.writeHead(200, { etag: '"1"' }).end(`name\n${Buffer.concat(parts)}\n`)
    }
    const files = ['FED', 'STATE & LOCAL'].map((office) => ({
      ...{ url: `${base}/extract.asp`, mirror: `lists/${office.slice(0, 3)}.txt` },
      form: { fields: { office }, page: `${base}/form.asp` },
    }))
    const got = await fetchSource(source({ files }), options())
    expect(got.map(({ bytes, url }) => [text(bytes), url])).toEqual([
      ['name\noffice=FED\n', `${base}/extract.asp`],
      ['name\noffice=STATE+%26+LOCAL\n', `${base}/extract.asp`],
    ])
    const head = `POST application/x-www-form-urlencoded ${base}/form.asp`
    expect(sent.sort()).toEqual([`${head} office=FED`, `${head} office=STATE+%26+LOCAL`])
    await fetchSource(source({ files }), options())
    expect(sent).toHaveLength(2)
    // The next day, what a form gave is asked for again: an address's validators do not speak of it.
    const again = await fetchSource(source({ files }), options({ now: DAY_2 }))
    expect(again.map(({ sha256, retrieved_at }) => [sha256, retrieved_at])).toEqual(
      got.map(({ sha256, retrieved_at }) => [sha256, retrieved_at]),
    )
    answer = (_, response) => response.writeHead(302, { location: `${base}/error.asp` }).end()
    await expect(fetchSource(source({ files }), options({ now: DAY_2, refresh: true }))).rejects.toThrow('leads to')
  })

  it('does without a file that the publisher has only at times, if there is another', async () => {
    const files = ['some', 'more'].map((name) => ({
      ...{ url: `${base}/${name}.csv`, mirror: `lists/${name}.csv` },
      ...(name === 'more' && { optional: true as const }),
    }))
    answer = ({ url }, response) => response.writeHead(url === '/some.csv' ? 200 : 404).end('name\nAnn\n')
    const got = await fetchSource(source({ files }), options())
    expect(got.map(({ name }) => name)).toEqual(['lists/some.csv'])
    expect(await fetchSource(source({ files }), options({ offline: true }))).toHaveLength(1)
    answer = ({ url }, response) => response.writeHead(url === '/some.csv' ? 404 : 200).end('name\nAnn\n')
    await expect(fetchSource(source({ files }), options({ refresh: true }))).rejects.toThrow(FileGone)
    const optional = files.map((file) => ({ ...file, optional: true as const }))
    answer = (_, response) => response.writeHead(404).end()
    await expect(fetchSource(source({ files: optional }), options({ refresh: true }))).rejects.toThrow(FileGone)
    answer = (_, response) => response.writeHead(403).end()
    const inbox = join(folder, 'inbox')
    await expect(fetchSource(source({ files }), options({ refresh: true, inbox }))).rejects.toThrow(FileRefused)
    mkdirSync(join(inbox, 'lists-2028'), { recursive: true })
    writeFileSync(join(inbox, 'lists-2028', 'some.csv'), 'name\nBea\n')
    const [saved, ...others] = await fetchSource(source({ files }), options({ refresh: true, inbox }))
    expect([text(saved?.bytes), others]).toEqual(['name\nBea\n', []])
  })

  it('recognises a web page that it expects, here and in the inbox, under a name of its own', async () => {
    const inbox = join(folder, 'inbox')
    const page = (title: string) => `<!DOCTYPE html><title>${title}</title><h1>${title}</h1>`
    const files = [
      {
        ...{ url: `${base}/list/?year=2028`, mirror: 'lists/list-2028.html' },
        recognise({ name, bytes }: { name: string; bytes: Uint8Array }) {
          const at = { file: name }
          if (!text(bytes).includes('Candidates')) throw new FileRefused('is another page', at)
          if (!text(bytes).includes('2028')) throw new FileGone('is the page of another year', at)
        },
      },
    ]
    const fetching = (more: Partial<FetchOptions> = {}) => fetchSource(source({ files }), options({ inbox, ...more }))
    answer = (_, response) => response.end(page('Request Rejected'))
    const path = join(inbox, 'lists-2028', 'list-2028.html')
    await expect(fetching()).rejects.toThrow(`is another page; save the file with a browser as ${path}`)
    mkdirSync(join(inbox, 'lists-2028'), { recursive: true })
    writeFileSync(path, page('Just a moment'))
    await expect(fetching()).rejects.toThrow(FileRefused)
    writeFileSync(path, page('Candidates 2028'))
    expect(text((await fetching())[0]?.bytes)).toContain('<h1>Candidates 2028</h1>')
    answer = (_, response) => response.end(page('Candidates 2027'))
    await expect(fetching({ now: DAY_2 })).rejects.toThrow(FileGone)
    answer = (_, response) => response.end(page('Candidates of 2028'))
    expect(text((await fetching({ now: DAY_2 }))[0]?.bytes)).toContain('of 2028')
  })

  it('stops with an error if the publisher does not serve the file', async () => {
    answer = (_, response) => response.writeHead(503).end()
    await expect(fetchSource(source(), options())).rejects.toThrow(
      /^lists\/list\.csv: .*\/list\.csv answered 503, expected 200/,
    )
    answer = (request) => request.socket.destroy()
    await expect(fetchSource(source(), options())).rejects.toThrow(/could not be fetched: /)
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('name\n', () => response.destroy())
    }
    await expect(fetchSource(source(), options())).rejects.toThrow(/could not be fetched/)
    expect(kept()).toEqual([])
  })

  it('offline gives only stored files', async () => {
    answer = (_, response) => response.end('name\nAnn\n')
    await expect(fetchSource(source(), options({ offline: true }))).rejects.toThrow(
      /never been fetched, and this run is offline/,
    )
    const [first] = await fetchSource(source(), options())
    expect(await fetchSource(source(), options({ offline: true, now: DAY_2 }))).toEqual([first])
    expect(requests).toHaveLength(1)
  })

  it('fetches damaged files again, and replaces a damaged index', async () => {
    answer = (_, response) => response.end('name\nAnn\n')
    const [first] = await fetchSource(source(), options())
    const path = join(folder, 'raw', first?.sha256 ?? '')
    rmSync(path)
    writeFileSync(path, 'damaged')
    writeFileSync(`${path}.writing`, 'cut short')
    expect((await fetchSource(source(), options()))[0]?.sha256).toBe(first?.sha256)
    expect(text(readFileSync(path))).toBe('name\nAnn\n')
    expect(kept()).toEqual([first?.sha256])
    writeFileSync(join(folder, 'raw', 'index.json'), '{"cut')
    expect((await fetchSource(source(), options()))[0]?.sha256).toBe(first?.sha256)
  })
})

it('from a folder always reads the file, and detects unchanged bytes', async () => {
  const path = join(mirror(), 'lists', 'list.csv.gz')
  writeFileSync(path, gzipSync('name\nAnn\n'))
  const [first] = await fetchSource(source(), options({ mirror: mirror() }))
  const [same] = await fetchSource(source(), options({ mirror: mirror(), now: DAY_2 }))
  expect(same).toEqual(first)
  writeFileSync(path, gzipSync('name\nBob\n'))
  const [changed] = await fetchSource(source(), options({ mirror: mirror(), now: DAY_2 }))
  expect(text(changed?.bytes)).toBe('name\nBob\n')
  expect(changed?.retrieved_at).toBe(DAY_2.toISOString())
  expect(readFileSync(join(folder, 'raw', 'index.json'), 'utf8')).not.toContain(folder)
})

it('from a folder stops if a file is missing or is not gzip', async () => {
  await expect(fetchSource(source(), options({ mirror: mirror() }))).rejects.toThrow(
    /lists\/list\.csv: the mirror has no .*ENOENT/,
  )
  writeFileSync(join(mirror(), 'lists', 'list.csv.gz'), 'plain')
  await expect(fetchSource(source(), options({ mirror: mirror() }))).rejects.toThrow(
    /list\.csv\.gz: is not a gzip file/,
  )
})

describe('personal columns', () => {
  const listing = 'name,street,phone,party\r\n"Lee, Ann","1 Home St\r\nApt 2",555-0100,DEM\r\nBob,,,REP\r\n'

  it('are blank in the returned and in the stored bytes, and line numbers stay the same', async () => {
    writeFileSync(join(mirror(), 'lists', 'list.csv.gz'), gzipSync(listing))
    const [file] = await fetchSource(source({ personal: ['street', 'phone'] }), options({ mirror: mirror() }))
    expect(text(file?.bytes)).toBe('name,street,phone,party\r\n"Lee, Ann","\r\n",,DEM\r\nBob,,,REP\r\n')
    for (const name of readdirSync(join(folder, 'raw')))
      expect(readFileSync(join(folder, 'raw', name), 'utf8')).not.toMatch(/Home|Apt|555/)
  })

  it('that the file lacks stop the source before anything is stored', async () => {
    writeFileSync(join(mirror(), 'lists', 'list.csv.gz'), gzipSync(listing))
    const fetching = fetchSource(source({ personal: ['street_address', 'phone'] }), options({ mirror: mirror() }))
    await expect(fetching).rejects.toThrow(
      /list\.csv: has no column "street_address", which the registry names as personal/,
    )
    expect(kept()).toEqual([])
  })

  it('are expected in each file unless they are declared absent', async () => {
    writeFileSync(join(mirror(), 'one.csv'), 'name,phone\nAnn,1\n')
    writeFileSync(join(mirror(), 'two.csv'), 'name,telephone\nBob,555-0100\n')
    const file = (name: string) => ({ url: `${base}/${name}`, mirror: name })
    const renamed = source({ files: [file('one.csv'), file('two.csv')], personal: ['phone'] })
    await expect(fetchSource(renamed, options({ mirror: mirror() }))).rejects.toThrow(
      /^two\.csv: has no column "phone"/,
    )
    expect(kept()).toEqual([])
    writeFileSync(join(mirror(), 'two.csv'), 'name,party\nBob,REP\n')
    const said = source({ files: [file('one.csv'), { ...file('two.csv'), lacks: ['phone'] }], personal: ['phone'] })
    expect((await fetchSource(said, options({ mirror: mirror() }))).map(({ bytes }) => text(bytes))).toEqual([
      'name,phone\nAnn,\n',
      'name,party\nBob,REP\n',
    ])
    writeFileSync(join(mirror(), 'two.csv'), 'name,phone\nBob,2\n')
    const [, there] = await fetchSource(said, options({ mirror: mirror() }))
    expect(text(there?.bytes)).toBe('name,phone\nBob,\n')
  })

  it('named later are blanked: bytes stored earlier are deleted', async () => {
    answer = (_, response) => response.writeHead(200, { etag: '"v1"' }).end(listing)
    await fetchSource(source(), options())
    const [file] = await fetchSource(source({ personal: ['phone'] }), options())
    expect(requests).toHaveLength(2)
    expect(text(file?.bytes)).not.toContain('555-0100')
    expect(kept()).toEqual([file?.sha256])
  })

  it('cannot be declared for a file without columns', async () => {
    writeFileSync(join(mirror(), 'people.xlsx'), 'phone: 555')
    const files = [{ url: `${base}/people.xlsx`, mirror: 'people.xlsx' }]
    const fetching = fetchSource(source({ files, personal: ['phone'] }), options({ mirror: mirror() }))
    await expect(fetching).rejects.toThrow(
      /people\.xlsx: its entry names personal data, which can be blanked only in \.csv/,
    )
  })

  const blanked = (content: string | Buffer): string =>
    Buffer.from(blank({ name: 'a.csv', bytes: Buffer.from(content) }, ['phone']).bytes).toString('latin1')

  it.each([
    ['semicolons', 'name;phone\nAnn;1\n', 'name;phone\nAnn;\n'],
    ['tabs, quoted names, no last line end', '"name"\t"phone"\nAnn\t"1"', '"name"\t"phone"\nAnn\t'],
    ['quotes within quotes', 'phone,name\n"1 ""x"", 2","A ""B"""\n', 'phone,name\n,"A ""B"""\n'],
    ['an empty last field at the end', 'phone,name\n5,Ann\n6,', 'phone,name\n,Ann\n,'],
    ['a quoted last field, and lone returns', 'name,phone\rAnn,"5"\rBob,6', 'name,phone\rAnn,\rBob,'],
    ['a byte order mark', '\xef\xbb\xbfphone,name\n1,Ann\n', '\xef\xbb\xbfphone,name\n,Ann\n'],
    ['latin1', 'phone,name\n1,Pe\xf1a\n', 'phone,name\n,Pe\xf1a\n'],
    ['a ragged line whole, where they may stand anywhere', 'name,phone\nAnn,x,1\nBob,2\n', 'name,phone\n,,\nBob,\n'],
  ])('are blanked with %s', (_, content, expected) => expect(blanked(Buffer.from(content, 'latin1'))).toBe(expected))

  it.each(['name,phone\n"Ann,1\n', 'name,phone\nA"nn,1\n', 'name,phone\n"Ann"x,1\n'])(
    'stop at broken quotes: %j',
    (content) => {
      expect(() => blanked(content)).toThrow(/^a\.csv:2: its quotes do not balance/)
    },
  )
})

describe('the date of the bytes', () => {
  it.each([
    ['Fri, 01 Jan 12026 00:00:00 GMT', 'a year of five digits'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 'a day to come'],
    ['yesterday', 'no date'],
  ])('is the day of the first retrieval if Last-Modified is %s: %s', async (modified) => {
    answer = (_, response) => response.writeHead(200, { 'last-modified': modified }).end('name\nAnn\n')
    const [file] = await fetchSource(source(), options())
    expect(file?.published_on).toBe('2028-01-01')
    const [again] = await fetchSource(source(), options({ offline: true }))
    expect(text(again?.bytes)).toBe('name\nAnn\n')
  })

  it('is the next best one if the file states a day that does not exist', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'last-modified': 'Sat, 01 Jan 2028 03:04:05 GMT' }).end('name\nAnn\n')
    const files = [{ url: `${base}/list.csv`, mirror: 'lists/list.csv.gz', statedOn: () => '2027-09-31' }]
    expect((await fetchSource(source({ files }), options()))[0]?.published_on).toBe('2028-01-01')
  })

  it('that an earlier version wrote wrongly costs its own entry in the index, and no other', async () => {
    answer = (request, response) => response.end(`name\n${request.url}\n`)
    const files = ['a', 'b'].map((name) => ({ url: `${base}/${name}.csv`, mirror: `${name}.csv` }))
    await fetchSource(source({ files }), options())
    const index = join(folder, 'raw', 'index.json')
    const held = JSON.parse(readFileSync(index, 'utf8'))
    held[`${base}/a.csv`].published_on = '+012026-01'
    writeFileSync(index, JSON.stringify(held))
    const [b] = await fetchSource(source({ files: files.slice(1) }), options({ offline: true }))
    expect(text(b?.bytes)).toBe('name\n/b.csv\n')
    await expect(fetchSource(source({ files }), options({ offline: true }))).rejects.toThrow('has never been fetched')
  })
})

describe('the inbox', () => {
  it.each(['a%zz.csv', '..%2F..%2Fx.csv', '%2E%2E', 'a%00b.csv'])('has the name of the mirror for %s', (name) => {
    const file = { url: `https://board.example/${name}`, mirror: 'lists/list.csv' }
    expect(savedAs({ id: 'lists' }, file, file.url, '/inbox')).toBe('/inbox/lists/list.csv')
  })
})
