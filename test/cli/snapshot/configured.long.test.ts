// A snapshot with configured sources is built again on a machine that has no sources.yaml; and the packed entries tell nothing of the
// machine that fetched them.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ABOUT, CONFIGURED, SUMS } from '../../../build/snapshot/contents.ts'
import { unpackSnapshot } from '../../../build/snapshot/unpack.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { forge, loadEntries } from '../../build/snapshot/forge.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand, runCommandIn } from '../hustings.ts'
import { copySample } from '../sample.ts'
import { ends } from '../temporary.ts'

const VARIABLE = 'HUSTINGS_TEST_FEED_TOKEN'
const SECRET = 'correct-horse-battery-43'
const feedOf = (slug: string, choice: string) =>
  JSON.stringify({
    version: 1,
    endorser: { slug, name: `The ${slug}`, category: 'labor', state: 'ME' },
    endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice }],
  })
const publisher = createServer((_, response) => response.end(feedOf('sample-members', 'Yes')))

const folder = shareFolder()
const packed = join(folder, 'first.tar')
let port = 0

const entryOf = (id: string, url: string, endorser: string, more = '') => `  - id: ${id}
    publisher: The Sample Members
    url: ${url}
    page: https://example.org/${id}
    licence: CC0-1.0
    format: json
    endorsers: [${endorser}]
${more}`

/** The sample with three configured feeds: of a private network, of a file, and of a folder. @returns the snapshot's id */
async function pack(machine: string, file: string, feeds: string): Promise<string> {
  await copySample(machine)
  mkdirSync(join(machine, feeds))
  const put = (name: string, text: string) => writeFileSync(join(machine, feeds, name), text)
  put('one.json', feedOf('sample-one', 'No'))
  put('two.json', feedOf('sample-two', 'Yes'))
  writeFileSync(join(machine, 'guild.json'), feedOf('sample-guild', 'No'))
  writeFileSync(
    pathsIn(join(machine, 'sample')).sourcesFile,
    `# of ${machine}
version: 1
endorsement_feeds:
${entryOf('members', `http://127.0.0.1:${port}/feed.json`, 'sample-members', `    allow_private_network: true\n    header_env: { Authorization: ${VARIABLE} }\n`)}${entryOf('guild', join(machine, 'guild.json'), 'sample-guild')}${entryOf('papers', join(machine, feeds), 'sample-one, sample-two')}disabled: []
`,
  )
  const run = (...words: string[]) => runCommandIn({ [VARIABLE]: SECRET }, machine, ...words, '--sample')
  expect(await run('nightly')).toMatchObject({ code: 0 })
  const { code, stdout, stderr } = await run('snapshot', 'create', '--as-of', '2026-11-24', '--output', file, '--json')
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout).id
}

/** The packed files without SHA256SUMS. */
function openEntries(): Map<string, Buffer> {
  const into = mkdtempSync(join(folder, 'unpacked-'))
  unpackSnapshot({ file: packed, into, takes: () => true })
  const entries = loadEntries(into)
  entries.delete(SUMS)
  return entries
}

/** The first entry: hash and name of every other one. */
const sumsOf = (file: string): string[] =>
  readFileSync(file)
    .subarray(512, 1 << 16)
    .toString('latin1')
    .split('\0', 1)
    .join('')
    .split('\n')

beforeAll(async () => {
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve))
  port = (publisher.address() as AddressInfo).port
  await pack(join(folder, 'first'), packed, 'feeds')
})
afterAll(() => publisher.close())

it('is built again on a machine without sources.yaml, byte for byte', async () => {
  const fresh = join(folder, 'fresh')
  const { code, stdout, stderr } = await runCommand(fresh, 'snapshot', 'verify', packed, '--rebuild')
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Rebuilt {4}\d+ parts, byte for byte\. The same version/m)
  const again = join(folder, 'again.tar')
  expect(await runCommand(fresh, 'snapshot', 'rebuild', packed, '--output', again)).toMatchObject({ code: 0 })
  expect(sumsOf(again)).toEqual(sumsOf(packed))
  expect(readFileSync(again).equals(readFileSync(packed))).toBe(true)
})

it('has the same bytes from another machine with other paths', async () => {
  const other = join(folder, 'other.tar')
  await pack(join(folder, 'second'), other, 'inbox-of-papers')
  expect(readFileSync(other).equals(readFileSync(packed))).toBe(true)
})

it('packs no variable, no address of a private network and no path', () => {
  const text = openEntries().get(CONFIGURED)?.toString() ?? ''
  for (const id of ['members', 'guild', 'papers']) expect(text).toContain(`id: ${id}`)
  for (const hidden of [SECRET, VARIABLE, '127.0.0.1', folder, 'header_env']) expect(text).not.toContain(hidden)
  expect(text.match(/^ +url: .*/gm)).toEqual(['    url: feed.json', '    url: guild.json', '    url: one.json'])
})

it('without the entries, the advice names them: for files of earlier versions, and of the same one', async () => {
  const entries = openEntries()
  entries.delete(CONFIGURED)
  const bare = join(folder, 'bare.tar')
  forge(bare, entries)
  const verify = (file: string) => runCommand(join(folder, 'bare'), 'snapshot', 'verify', file, '--rebuild')
  expect(await verify(bare)).toMatchObject(
    ends(
      1,
      /has rows of guild, members, papers, which cannot be read again: they were configured in sources\.yaml, and .*sources\.yaml has no entry of them\.\nNext: .*--rebuild {3}# after adding their entries/,
    ),
  )
  const about = JSON.parse(entries.get(ABOUT)?.toString() ?? '')
  entries.set(ABOUT, Buffer.from(JSON.stringify({ ...about, version: '0.0.9', code: 'f'.repeat(64) })))
  const older = join(folder, 'older.tar')
  forge(older, entries)
  expect(await verify(older)).toMatchObject(
    ends(
      1,
      /They are built into version 0\.0\.9.*, which packed the file, or were configured there\.\nNext: .*# with version 0\.0\.9.*, or after adding/,
    ),
  )
  expect(await runCommand(join(folder, 'bare'), 'snapshot', 'verify', bare)).toMatchObject({ code: 0 })
})
