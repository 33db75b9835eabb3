// Downloads from a publisher that is slow, overloaded, moved or hostile.

import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import {
  DOWNLOAD_ATTEMPTS,
  download,
  REDIRECTS_MAX,
  REQUESTS_AT_ONCE,
  REQUESTS_PER_HOST,
} from '../../../ingest/fetch/download.ts'
import { FileGone, FileRefused, SourceError } from '../../../ingest/read/source.ts'
import { cells } from '../../table.ts'
import { openPublisher, type PublisherOptions, type TestPublisher } from './publisher.ts'

let publisher: TestPublisher
const others: TestPublisher[] = []
const open = async (options: PublisherOptions): Promise<TestPublisher> => {
  const other = await openPublisher(options)
  others.push(other)
  return other
}
beforeEach(async () => {
  publisher = await openPublisher()
})
afterEach(async () => {
  for (const one of [publisher, ...others.splice(0)]) await one.close()
})

const TEXT = 'name,party\n'.repeat(1000)
const PATH = '/lists/2028.csv'
/** Short pauses, so that a test of many attempts takes milliseconds. */
const SOON = { timeout: 5000, stalled: 300, pause: 5 }
type More = Partial<Parameters<typeof download>[1]>
const get = (from = publisher, more: More = {}, path = PATH) =>
  download(from.url + path, { name: 'lists/2028.csv', before: undefined, allowPrivate: true, limits: SOON, ...more })
const textOf = async (got: ReturnType<typeof get>) => Buffer.from((await got)?.bytes ?? []).toString()
const faultOf = (got: ReturnType<typeof get>) =>
  got.then(
    () => expect.fail('it was fetched'),
    (error: unknown) => (error instanceof Error ? error : expect.fail(String(error))),
  )

describe('a request', () => {
  it('names the program, and the operator if they say how to reach them', async () => {
    publisher.put(PATH, TEXT)
    await get()
    await get(publisher, { contact: 'https://elections.example.org' })
    const agents = publisher.requests.map(({ headers }) => headers['user-agent'])
    expect(agents[0]).toMatch(/^hustings\/\d+\.\d+\.\d+ \(election data ingest\)$/)
    expect(agents[1]).toContain('; https://elections.example.org)')
    expect(publisher.requests[0]?.headers.accept).toBe('*/*')
  })

  it('is conditional, so that the publisher sends no unchanged bytes', async () => {
    publisher.put(PATH, TEXT)
    const first = await get()
    expect(await get(publisher, { before: first })).toBeUndefined()
    publisher.put(PATH, `${TEXT}more`)
    expect((await get(publisher, { before: first }))?.bytes.length).toBe(TEXT.length + 4)
    expect(publisher.requests.map(({ status }) => status)).toEqual([200, 304, 200])
  })

  it('takes gzip on the wire, also without ETag', async () => {
    const packed = await open({ gzip: true, etag: false })
    packed.put(PATH, TEXT)
    const got = await get(packed)
    expect(got).toMatchObject({ decoded: true, etag: null, last_modified: 'Fri, 02 Jan 2026 03:04:05 GMT' })
    expect(Buffer.from(got?.bytes ?? []).toString()).toBe(TEXT)
    expect(await get(packed, { before: got })).toBeUndefined()
  })

  it('refuses an encoding that it did not ask for', async () => {
    publisher.fail(PATH, {
      kind: 'answer',
      answer: (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
    })
    await expect(get()).rejects.toThrow('sends the encoding br, expected gzip or none')
  })

  it('goes through the proxy that the environment names', async () => {
    const proxy = createServer()
    const tunnels: string[] = []
    proxy.on('connect', (request, client: Socket) => {
      tunnels.push(request.url ?? '')
      const target = connect(Number(new URL(publisher.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n')
        target.pipe(client).pipe(target)
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    publisher.put(PATH, TEXT)
    // Another process, because the environment is read once. Only the proxy knows this host.
    const script = `import(${JSON.stringify(projectFile('dist', 'ingest', 'fetch', 'download.js'))}).then(async ({ download }) => {
      const got = await download('http://publisher.invalid${PATH}', { name: 'x.csv', before: undefined })
      process.stdout.write(got.bytes)
    })`
    const http_proxy = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const env = { ...process.env, http_proxy, no_proxy: '' }
    expect((await promisify(execFile)(process.execPath, ['-e', script], { env })).stdout).toBe(TEXT)
    expect(tunnels).toEqual(['publisher.invalid:80'])
    proxy.closeAllConnections()
    proxy.close()
  })
})

describe('a publisher that is overloaded or cut off', () => {
  it.each([408, 429, 500, 502, 503, 504])('is retried after %i', async (status) => {
    publisher.put(PATH, TEXT)
    publisher.fail(PATH, { kind: 'status', status }, { kind: 'status', status })
    expect(await textOf(get())).toBe(TEXT)
    expect(publisher.requests.map((one) => one.status)).toEqual([status, status, 200])
  })

  it('is retried no sooner than Retry-After says, in seconds or as a date', async () => {
    publisher.put(PATH, TEXT)
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString()
    publisher.fail(
      PATH,
      { kind: 'status', status: 429, retryAfter: '1' },
      { kind: 'status', status: 503, retryAfter: date },
    )
    expect(await textOf(get())).toBe(TEXT)
    const [first, second, third] = publisher.requests.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(990)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date))
    expect(third).toBeDefined()
  })

  it('is not retried if it asks for a pause beyond the time limit', async () => {
    publisher.fail(PATH, { kind: 'status', status: 503, retryAfter: '3600' })
    expect((await faultOf(get())).message).toMatch(/answered 503, expected 200, and asks for a pause of 3600 s$/)
    expect(publisher.requests).toHaveLength(1)
  })

  it('waits twice as long before each further attempt', async () => {
    publisher.fail(PATH, ...Array.from({ length: 9 }, () => ({ kind: 'status', status: 500 }) as const))
    const pause = 40
    await faultOf(get(publisher, { limits: { ...SOON, pause } }))
    const waits = publisher.requests.slice(1).map(({ at }, nth) => at - (publisher.requests[nth]?.at ?? 0))
    expect(waits).toHaveLength(DOWNLOAD_ATTEMPTS - 1)
    for (const [nth, wait] of waits.entries()) expect(wait).toBeGreaterThan((pause * 2 ** nth) / 2 - 2)
  })

  it('fails after the last attempt', async () => {
    publisher.fail(PATH, ...Array.from({ length: 9 }, () => ({ kind: 'status', status: 500 }) as const))
    expect((await faultOf(get())).message).toContain(`answered 500, expected 200 (${DOWNLOAD_ATTEMPTS} attempts)`)
    expect(publisher.requests).toHaveLength(DOWNLOAD_ATTEMPTS)
  })

  it('sends only the rest after an interruption', async () => {
    publisher.put(PATH, TEXT)
    publisher.fail(PATH, { kind: 'cut', after: 4000 }, { kind: 'reset' }, { kind: 'cut', after: 5000 })
    expect(await textOf(get())).toBe(TEXT)
    const ranges = publisher.requests.map(({ headers }) => headers.range)
    expect(ranges).toEqual([undefined, 'bytes=4000-', 'bytes=4000-', 'bytes=9000-'])
  })

  it('sends everything again after an interruption if it has no ranges, no validator or a different file', async () => {
    const plain = await open({ ranges: false })
    plain.put(PATH, TEXT)
    plain.fail(PATH, { kind: 'cut', after: 4000 })
    expect(await textOf(get(plain))).toBe(TEXT)
    publisher.put(PATH, TEXT)
    const other = 'other,text\n'.repeat(1000)
    publisher.fail(PATH, { kind: 'cut', after: 4000 }, { kind: 'replaced', by: other })
    expect(await textOf(get())).toBe(other)
  })

  it('resumes by the date of a file whose ETag is weak, which does not promise the same bytes', async () => {
    const date = 'Fri, 02 Jan 2026 03:04:05 GMT'
    publisher.put(PATH, TEXT)
    publisher.fail(PATH, {
      kind: 'answer',
      answer({ socket }, response) {
        response.writeHead(200, { etag: 'W/"a"', 'last-modified': date, 'content-length': String(TEXT.length) })
        response.write(TEXT.slice(0, 4000))
        setTimeout(() => socket.destroy(), 20)
      },
    })
    expect(await textOf(get())).toBe(TEXT)
    expect(publisher.requests[1]?.headers).toMatchObject({ range: 'bytes=4000-', 'if-range': date })
  })

  it('resumes a compressed answer too', async () => {
    const packed = await open({ gzip: true })
    const text = Array.from({ length: 3000 }, (_, at) => `${at * 7919}\n`).join('')
    packed.put(PATH, text)
    packed.fail(PATH, { kind: 'cut', after: 1000 })
    expect(await textOf(get(packed))).toBe(text)
    expect(packed.requests[1]?.headers.range).toBe('bytes=1000-')
  })

  it('fails after the time limit, even if bytes still arrive', async () => {
    publisher.put(PATH, TEXT)
    publisher.fail(PATH, { kind: 'drip', everyMs: 20 })
    expect((await faultOf(get(publisher, { limits: { ...SOON, timeout: 400 } }))).message).toContain(
      'took more than 0.4 s',
    )
  })

  it('is retried if no byte arrives', async () => {
    publisher.put(PATH, TEXT)
    publisher.fail(PATH, { kind: 'answer', answer: () => undefined })
    expect(await textOf(get())).toBe(TEXT)
  }, 15_000)

  it('fails at once if the source is stopped', async () => {
    publisher.fail(PATH, ...Array.from({ length: 9 }, () => ({ kind: 'status', status: 500 }) as const))
    const stop = new AbortController()
    const got = faultOf(get(publisher, { signal: stop.signal, limits: { ...SOON, pause: 60_000, timeout: 120_000 } }))
    setTimeout(() => stop.abort(), 100)
    expect((await got).message).toContain('was given up with its source')
  })
})

describe('an answer that is not the file', () => {
  it.each([404, 410])('%i means that the file is deleted', async (status) => {
    publisher.fail(PATH, { kind: 'status', status })
    expect(await faultOf(get())).toBeInstanceOf(FileGone)
    expect(publisher.requests).toHaveLength(1)
  })

  it.each([401, 403])('%i means that access is refused', async (status) => {
    publisher.fail(PATH, { kind: 'status', status })
    expect(await faultOf(get())).toBeInstanceOf(FileRefused)
    expect(publisher.requests).toHaveLength(1)
  })

  it.each([
    [202, 'x-amzn-waf-action', 'challenge'],
    [405, 'x-amzn-waf-action', 'captcha'],
    [503, 'cf-mitigated', 'challenge'],
  ])('%i with %s: %s is a question for a person, and is not asked again', async (status, header, value) => {
    publisher.fail(PATH, {
      kind: 'answer',
      answer: (_, response) => response.writeHead(status, { [header]: value }).end(),
    })
    expect(await faultOf(get())).toBeInstanceOf(FileRefused)
    expect(publisher.requests).toHaveLength(1)
  })

  it.each([
    '<!DOCTYPE html><html><head><title>Request Rejected</title></head></html>',
    '\uFEFF\r\n<html lang="en"><title>Request Rejected</title>',
    '<!-- wall --><HTML><TITLE>Request Rejected</TITLE>',
  ])('a web page with the status 200 is refused, with its title: %j', async (html) => {
    publisher.fail(PATH, { kind: 'page', html })
    const fault = await faultOf(get())
    expect(fault).toBeInstanceOf(FileRefused)
    expect(fault.message).toContain('gives a web page instead of the file: "Request Rejected"')
  })

  it.each([
    '<!DOCTYPE html><html><head><title>Page Not Found</title></head></html>',
    '<html><head><title>State Board of Elections</title></head><body><h1 class="a">404: page not found</h1></body></html>',
  ])('a web page with the status 200 that says so means that the file is gone: %j', async (html) => {
    publisher.fail(PATH, { kind: 'page', html })
    const fault = await faultOf(get())
    expect(fault).toBeInstanceOf(FileGone)
    expect(fault.message).toContain('gives a web page instead of the file: "')
  })

  it('a web page is accepted if the file is one', async () => {
    publisher.fail(PATH, { kind: 'page', html: '<!doctype html><title>Candidates</title>' })
    expect(await textOf(get(publisher, { name: 'lists/candidates.html' }))).toContain('Candidates')
  })

  it('comments before something else do not take exponential time', async () => {
    publisher.put(PATH, `${'<!---->'.repeat(30)}x`)
    const before = performance.now()
    expect(await textOf(get())).toContain('<!---->')
    expect(performance.now() - before).toBeLessThan(2000)
  })

  it('a text that only mentions HTML is a file', async () => {
    publisher.put(PATH, 'title\n"<html> in a cell"\n')
    expect(await textOf(get())).toContain('in a cell')
  })

  it.each([204, 300, 418])('any other status (%i) is a fault', async (status) => {
    publisher.fail(PATH, { kind: 'status', status })
    expect((await faultOf(get())).message).toContain(`answered ${status}, expected 200`)
  })
})

it('a redirect is followed, to another host too', async () => {
  const other = await open({})
  other.put('/new.csv', TEXT)
  publisher.fail(PATH, { kind: 'redirect', to: '/moved.csv' })
  publisher.fail('/moved.csv', { kind: 'redirect', to: `${other.url}/new.csv` })
  expect(await textOf(get())).toBe(TEXT)
})

it.each(['file:///etc/passwd', 'ftp://example.org/x', 'http://'])('a redirect to %s is not followed', async (to) => {
  publisher.fail(PATH, { kind: 'redirect', to })
  expect((await faultOf(get())).message).toContain('which is not followed')
})

it('a redirect is followed only a limited number of times', async () => {
  publisher.fail(PATH, ...Array.from({ length: 20 }, () => ({ kind: 'redirect', to: PATH }) as const))
  expect((await faultOf(get())).message).toContain('which is not followed')
  expect(publisher.requests).toHaveLength(REDIRECTS_MAX + 1)
})

it.each(
  cells(`
    http://127.0.0.1/x.csv | http://[::1]/x.csv | http://10.1.2.3/x.csv | http://169.254.169.254/latest/meta-data
    http://192.168.0.1/x.csv | http://[fd00::1]/x.csv | http://[::ffff:127.0.0.1]/x.csv | http://2130706433/x.csv
    http://0x7f.1/x.csv | http://localhost/x.csv
  `),
)('an address that is not of the public internet is refused: %s', async (url) => {
  const got = download(url, { name: 'x.csv', before: undefined, limits: SOON })
  expect((await faultOf(got)).message).toMatch(/is not an address of the public internet/)
})

it('an address that is not of the public internet gets no request', async () => {
  publisher.put(PATH, TEXT)
  await faultOf(get(publisher, { allowPrivate: false }))
  expect(publisher.requests).toEqual([])
})

it(`sends at most ${REQUESTS_PER_HOST} requests to one host at a time, and ${REQUESTS_AT_ONCE} to all`, async () => {
  const hosts = await Promise.all(Array.from({ length: 6 }, () => open({ delayMs: 60 })))
  const asked = hosts.flatMap((host) =>
    Array.from({ length: 5 }, (_, at) => {
      host.put(`/${at}.csv`, TEXT)
      return get(host, {}, `/${at}.csv`)
    }),
  )
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(
      most,
      hosts.reduce((sum, host) => sum + host.openNow(), 0),
    )
  }, 2)
  await Promise.all(asked)
  clearInterval(timer)
  for (const host of hosts) expect(host.mostOpen()).toBe(REQUESTS_PER_HOST)
  expect(most).toBeLessThanOrEqual(REQUESTS_AT_ONCE)
  expect(most).toBeGreaterThan(REQUESTS_PER_HOST)
})

it('an unreachable host is not retried', async () => {
  const closed = await openPublisher()
  await closed.close()
  const fault = await faultOf(get(closed))
  expect(fault).toBeInstanceOf(SourceError)
  expect(fault.message).toContain('could not be fetched')
  expect(fault.message).not.toContain('attempts')
})
