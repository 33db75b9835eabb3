// Doctor forecasts when the disk is full and when the certificate of a real TLS server expires, and looks at the object storage.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { judgeCertificate } from '../../cli/operate/doctor/certificate.ts'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { checkPartsStore, forecast, judgeSpace } from '../../cli/operate/doctor/storage.ts'
import { recordSize } from '../../cli/publish/run-record.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import type { ObjectLocation } from '../../data/store/objects/location.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { findFreePort } from '../server/free-port.ts'
import { freshFolder } from '../temporary.ts'
import { type Ended, ended, runCommand, runCommandIn, startIn } from './hustings.ts'
import { copySample } from './sample.ts'
import { finds } from './temporary.ts'

const folder = freshFolder()

const MB = 1_000_000
const night = (day: number) => new Date(Date.UTC(2028, 2, day, 8, 30))
const sizes = (...megabytes: number[]) =>
  megabytes.map((size, index) => ({ at: night(index + 1).toISOString(), bytes: size * MB }))

it('disk growth needs four nights, and warns under 14 days', () => {
  expect(forecast(sizes(1, 2, 3), 1, '/var')).toMatchObject(
    finds('ok', 'the size after 3 nights is recorded, expected'),
  )
  const at = (free: number) => forecast(sizes(100, 110, 105, 130), free * MB, '/var')
  expect(at(140)).toMatchObject(finds('ok', /^full in about 14 days at 10\.0 MB a night/))
  expect(at(139)).toMatchObject({
    ...finds('warn', /^full in about 13 days at 10\.0 MB a night since 2028-03-01; 139 MB free$/),
    next: 'du -sh /var/*',
  })
  for (const still of [sizes(5, 5, 5, 5), sizes(9, 8, 7, 6)])
    expect(forecast(still, 1, '/var')).toMatchObject(finds('ok', 'no growth'))
})

it.each([
  [5000 * MB, 'ok'],
  [5000 * MB - 1, 'warn'],
  [500 * MB, 'warn'],
  [500 * MB - 1, 'fail'],
])('%i bytes of free space: %s', (free, status) => {
  expect(judgeSpace(free, { root: '/var' }, '/var')).toMatchObject({ check: 'folder', status })
})

it.each([
  [14, 'ok', 'in 14 days'],
  [13.99, 'warn', 'in 13 days'],
  [0.01, 'warn', 'in 0 days'],
  [0, 'fail', 'expired on 2028-03-01'],
] as const)('a certificate that is valid for %f more days: %s', (days, status, found) => {
  const expires = new Date(night(1).getTime() + days * 86_400_000)
  const told = judgeCertificate({ expires, distrusted: undefined }, { host: 'example.org', now: night(1), next: '' })
  expect(told).toMatchObject(finds(status, found))
})

it('object storage: the bundles of a store are counted; one that cannot be read is a failure', async () => {
  const look = async (partsStore?: ObjectLocation): Promise<Finding[]> => {
    const findings: Finding[] = []
    for await (const finding of checkPartsStore(partsStore ? { partsStore } : {}, ' --sample')) findings.push(finding)
    return findings
  }
  expect(await look()).toEqual([])
  mkdirSync(join(folder, 'bundles'))
  for (const kind of ['', '.retrieved']) writeFileSync(join(folder, 'bundles', `${'a'.repeat(64)}${kind}.json`), '{}')
  expect(await look({ kind: 'folder', root: folder })).toEqual([
    { check: 'object storage', status: 'ok', found: `${folder}: 1 bundle` },
  ])
  vi.stubEnv('AWS_ACCESS_KEY_ID', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const unsigned = /^s3:\/\/bucket\/x cannot be read: .+AWS_ACCESS_KEY_ID: got nothing/
  expect(await look({ kind: 's3', bucket: 'bucket', prefix: 'x' })).toMatchObject([finds('fail', unsigned)])
  const url = `http://127.0.0.1:${await findFreePort()}/x`
  expect(await look({ kind: 'https', url })).toMatchObject([finds('fail', 'the connection failed (')])
})

it('disk growth keeps one size a day, of the last 30 days', () => {
  const paths = pathsIn(folder)
  for (let day = 1; day <= 40; day++) for (const bytes of [day, day * 2]) recordSize(paths, bytes, night(day))
  const kept = findLastRun(paths)?.sizes ?? []
  expect(kept.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 30 }, (_, index) => (index + 11) * 2))
})

it('disk growth is measured by nightly and told by doctor', async () => {
  await copySample(folder)
  const paths = pathsIn(join(folder, 'sample'))
  const measured = findLastRun(paths)?.sizes ?? []
  // In 1,024-byte blocks, as du counts.
  const taken = Number(execFileSync('du', ['-sk', paths.root], { encoding: 'utf8' }).split('\t')[0]) * 1024
  expect(measured).toHaveLength(1)
  expect((measured[0]?.bytes ?? 0) / taken).toBeGreaterThan(0.8)
  expect((measured[0]?.bytes ?? 0) / taken).toBeLessThan(1.2)
  const told = async () => (await runCommand(folder, 'doctor', '--sample')).stdout
  expect(await told()).toMatch(/^ok {4}disk growth {5}no forecast: the size after 1 night is recorded/m)
  for (let day = 0; day < 4; day++)
    recordSize(paths, 2 ** 50 * (day + 1), new Date(Date.now() + (day + 1) * 86_400_000))
  expect(await told()).toMatch(/^warn {2}disk growth {5}full in about 0 days at /m)
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)(`the certificate${hasOpenssl ? '' : ' (skipped: openssl is not installed)'}`, () => {
  let server: Server | undefined
  afterEach(() => void server?.close())

  /** A certificate of 127.0.0.1 with these ends of its time. @returns the address of a server with it */
  async function serve(...times: string[]): Promise<string> {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const request = join(folder, 'request.pem')
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', ...curve, '-keyout', key, '-out', request, ...subject], { stdio: 'ignore' })
    writeFileSync(join(folder, 'index'), '')
    writeFileSync(
      join(folder, 'ca.cnf'),
      `[ca]\ndefault_ca=own\n[own]\ndatabase=${join(folder, 'index')}\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n`,
    )
    const own = ['-config', join(folder, 'ca.cnf'), '-selfsign', '-keyfile', key, '-in', request, '-out', cert]
    execFileSync('openssl', ['ca', '-batch', '-notext', ...own, ...times], { stdio: 'ignore' })
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) })
    // A client that only looks closes without ending the session.
    server.on('tlsClientError', () => undefined)
    server.on('secureConnection', (socket) => socket.on('error', () => undefined))
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    return `https://127.0.0.1:${port}/`
  }

  const certificateIn = ({ stdout }: Ended): { status: string; found: string; next?: string } | undefined =>
    JSON.parse(stdout).find(({ check }: { check: string }) => check === 'certificate')
  /** What a process of its own finds, which trusts the certificate. */
  const finding = async (url: string) => {
    const environment = { HUSTINGS_PUBLIC_URL: url, NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
    return certificateIn(await ended(startIn(environment, folder, 'doctor', '--json')))
  }
  const findingWithoutTrust = async (url: string) =>
    certificateIn(await runCommandIn({ HUSTINGS_PUBLIC_URL: url }, folder, 'doctor', '--json'))

  const stamp = (days: number) =>
    `${new Date(Date.now() + days * 86_400_000)
      .toISOString()
      .replace(/[-:T]|\.\d+/g, '')
      .slice(0, 14)}Z`

  it('is well, near its end, and expired', async () => {
    const url = await serve('-days', '90')
    expect(await finding(url)).toMatchObject(finds('ok', / expires on \d{4}-\d\d-\d\d, in (89|90) days$/))
    expect(await findingWithoutTrust(url)).toMatchObject(
      finds('warn', 'does not trust it: DEPTH_ZERO_SELF_SIGNED_CERT'),
    )
    server?.close()
    expect(await finding(await serve('-days', '10'))).toMatchObject(finds('warn', /in (9|10) days$/))
    server?.close()
    expect(await finding(await serve('-startdate', stamp(-20), '-enddate', stamp(-2)))).toMatchObject({
      ...finds('fail', ' expired on '),
      next: expect.stringContaining('openssl s_client'),
    })
  })

  it('cannot be read without a server, or with a wrong setting', async () => {
    const url = await serve('-days', '90')
    await new Promise((closed) => server?.close(closed))
    expect(await findingWithoutTrust(url)).toMatchObject(finds('warn', 'ECONNREFUSED'))
    expect(await findingWithoutTrust('http://127.0.0.1/')).toMatchObject(finds('fail', 'expected an https URL'))
    expect(await findingWithoutTrust('')).toBeUndefined()
  })
})
