// A snapshot file of the sample: packed the same everywhere, and refused if any byte of it is another.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ABOUT, CITATION, manifestEntry, partEntry, SUMS } from '../../../build/snapshot/contents.ts'
import { type PackReport, packSnapshot } from '../../../build/snapshot/pack.ts'
import { paddingOf, TAR_BLOCK, TAR_END_BYTES } from '../../../build/snapshot/tar.ts'
import { checkBundle, readSnapshotId, SnapshotFault, unpackSnapshot } from '../../../build/snapshot/unpack.ts'
import { bundleIdOf, manifest as manifestShape } from '../../../data/schema/manifest.ts'
import { listBundles } from '../../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { type Entries, forge, hashOf, loadEntries, sign } from './forge.ts'

const folder = shareFolder()
let paths: Paths
let bundle: string
let file: string
let report: PackReport
/** The packed files without SHA256SUMS. */
let entries: Map<string, Buffer>

const pack = (to: string, from: Paths = paths) =>
  packSnapshot({ paths: from, bundle, name: 'a-night', day: '2026-11-23', file: to, configured: null })

let unpackings = 0
function unpack(from: string, expected?: string) {
  const into = join(folder, `unpacked-${++unpackings}`)
  mkdirSync(into)
  const unpacked = unpackSnapshot({
    ...{ file: from, into, takes: () => true },
    ...(expected !== undefined && { expect: expected }),
  })
  return { ...unpacked, into }
}

function faultOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof SnapshotFault) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

beforeAll(async () => {
  await copySample(folder)
  expect(await runCommand(folder, 'export', '--sample')).toMatchObject({ code: 0 })
  paths = pathsIn(join(folder, 'sample'))
  bundle = listBundles(paths)[0] ?? ''
  file = join(folder, 'a-night.tar')
  report = pack(file)
  const { into } = unpack(file)
  entries = loadEntries(into)
  entries.delete(SUMS)
})

it('a packed snapshot is the same on another machine, whatever the times, modes and order of its files', () => {
  const other = pathsIn(join(folder, 'other'))
  for (const name of ['parts', 'bundles', 'exports', 'raw'].reverse())
    cpSync(join(paths.root, name), join(other.root, name), { recursive: true })
  const part = join(other.parts, readSumNames('parts/')[0]?.slice('parts/'.length) ?? '')
  chmodSync(part, 0o600)
  utimesSync(part, 1, 1)
  expect(pack(join(folder, 'again.tar'), other)).toEqual(report)
  expect(readFileSync(join(folder, 'again.tar')).equals(readFileSync(file))).toBe(true)
})

it('a packed snapshot holds the manifest, the parts, the exports without history, and the bytes of each source', () => {
  const manifest = JSON.parse(readFileSync(join(paths.bundles, `${bundle}.json`), 'utf8'))
  const sources = new Set<string>()
  for (const source of manifest.sources) for (const one of source.files) sources.add(`raw/${one.sha256}`)
  expect(readSumNames('raw/')).toEqual([...sources].sort())
  expect(readSumNames('parts/')).toHaveLength(4)
  const exported = readFileSync(join(paths.exports, bundle, SUMS), 'utf8')
    .trimEnd()
    .split('\n')
  expect(readSumNames('exports/')).toHaveLength(exported.length + 1)
  expect(readSumNames('exports/').join()).not.toContain('history')
  expect(report).toMatchObject({ bundle, parts: 4, sources: sources.size, exports: exported.length + 1 })
})

it('a packed snapshot is an ordinary tar file: tar and sha256sum check it without this program', () => {
  const into = join(folder, 'tar')
  mkdirSync(into)
  expect(spawnSync('tar', ['-xf', file, '-C', into], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  expect(hashOf(readFileSync(join(into, SUMS)))).toBe(report.id)
  const checked = spawnSync('sha256sum', ['-c', '--quiet', SUMS], { cwd: into, encoding: 'utf8' })
  expect(checked).toMatchObject({ status: 0, stdout: '' })
})

it.each(['parts', 'raw'] as const)('a packed snapshot is not written if a file of %s is missing or damaged', (kind) => {
  const broken = pathsIn(join(folder, `broken-${kind}`))
  cpSync(paths.root, broken.root, { recursive: true })
  const name = readSumNames(`${kind}/`)[0]?.slice(kind.length + 1) ?? ''
  const path = join(broken[kind], name)
  chmodSync(path, 0o600)
  writeFileSync(path, 'other bytes')
  const to = join(folder, `broken-${kind}.tar`)
  expect(() => pack(to, broken)).toThrow(/is damaged: got the hash [0-9a-f]{64}, expected [0-9a-f]{64}/)
  rmSync(path)
  expect(() => pack(to, broken)).toThrow(`${path} is missing`)
  expect(() => readFileSync(to)).toThrow('ENOENT')
})

describe('a snapshot file that was changed', () => {
  it('is refused for one changed bit anywhere, and the fault names the packed file', () => {
    const whole = readFileSync(file)
    const map = readLayout(whole)
    // Evenly over the file, and in each kind of place.
    const count = process.env.PROOF === '1' ? 180 : 40
    const even = Array.from({ length: count }, (_, at) => Math.floor((whole.length * (at + 0.5)) / count))
    const kinds = map
      .slice(0, 4)
      .flatMap(({ from, bytes }) => [from, from + 124, from + 148, from + 156, from + TAR_BLOCK + bytes])
    const places = [...even, ...kinds, whole.length - 1, whole.length - TAR_END_BYTES]
    expect(places.length).toBeGreaterThanOrEqual(count + 20)
    for (const [nth, place] of places.entries()) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ (1 << (nth % 8))
      const path = join(folder, 'changed.tar')
      writeFileSync(path, changed)
      const fault = faultOf(() => unpack(path))
      const own = map.find(({ from, bytes }) => place >= from && place < from + TAR_BLOCK + bytes + paddingOf(bytes))
      // In SHA256SUMS, the fault may name the file of the changed line.
      const named = own?.name === SUMS ? [SUMS, ...map.map(({ name }) => name)] : [own?.name ?? 'the last entry']
      expect({ place, fault, named: named.some((name) => fault.includes(name)) }).toMatchObject({ named: true })
      rmSync(join(folder, `unpacked-${unpackings}`), { recursive: true })
    }
  })

  it('is refused if it is cut or longer', () => {
    const whole = readFileSync(file)
    const path = join(folder, 'length.tar')
    for (const bytes of [0, 511, 512, 5000, whole.length - 512, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, bytes))
      expect(faultOf(() => unpack(path))).toMatch(/it ends after|but the file has/)
    }
    writeFileSync(path, Buffer.concat([whole, Buffer.from('x')]))
    expect(faultOf(() => unpack(path))).toContain('1 bytes after its end')
  })

  it('is refused if its id is another than the expected one', () => {
    expect(unpack(file, report.id).id).toBe(report.id)
    const other = forged(new Map([...entries, [CITATION, Buffer.from('another author')]]))
    expect(unpack(other).id).not.toBe(report.id)
    expect(faultOf(() => unpack(other, report.id))).toContain(`expected ${report.id}`)
    expect(readSnapshotId(file)).toBe(report.id)
  })
})

describe('a hostile snapshot file with right hashes', () => {
  it.each([
    ['../outside', 'expected the hash and name of an entry'],
    ['/etc/outside', 'expected the hash and name of an entry'],
    ['parts/../../outside', 'expected the hash and name of an entry'],
    ['bin/outside', 'expected the hash and name of an entry'],
    ['exports/none/x', 'expected the hash and name of an entry'],
    [`parts/${'0'.repeat(64)}.sqlite`, 'expected the hash in its name'],
    [`bundles/${'0'.repeat(64)}.json`, 'which is not of the bundle'],
    [`exports/${'0'.repeat(64)}/x`, 'which is not of the bundle'],
  ])('is refused if it contains %s', (name, why) => {
    expect(faultOf(() => unpack(forged(new Map([...entries, [name, Buffer.from('x')]]))))).toContain(why)
  })

  it('is refused if a foreign source is packed', () => {
    const bytes = Buffer.from('a foreign source')
    const more = new Map([...entries, [`raw/${hashOf(bytes)}`, bytes]])
    expect(faultOf(() => unpack(forged(more)))).toContain('which is not of the bundle')
  })

  it.each([
    ['a symbolic link', '2'],
    ['a hard link', '1'],
    ['a folder', '5'],
    ['a device', '3'],
    ['a long name', 'L'],
    ['a sparse file', 'S'],
  ])('is refused if an entry is %s', (_, type) => {
    const header = (name: string, own: Buffer): Buffer => {
      if (name !== CITATION) return own
      own.write(type, 156, 'latin1')
      own.write('/etc/passwd', 157, 'latin1')
      return sign(own)
    }
    expect(faultOf(() => unpack(forged(entries, { header })))).toMatch(
      new RegExp(`${CITATION}: got a changed header of type "${type}"`),
    )
  })

  it.each([
    ['names another file', '../outside\0\0', 0, /"\.\.\/outside/],
    [
      'says another size',
      '77777777777',
      124,
      new RegExp(`says that it has ${8 ** 11 - 1} bytes, but the file has \\d+ more`),
    ],
  ])('is refused if a header %s', (_, text, at, why) => {
    const header = (name: string, own: Buffer): Buffer => {
      if (name === CITATION) own.write(text, at, 'latin1')
      return sign(own)
    }
    expect(faultOf(() => unpack(forged(entries, { header })))).toMatch(why)
  })

  it.each<[string, (lines: string[]) => string[], string]>([
    ['names a file twice', ([first = '', ...more]) => [first, first, ...more], 'once'],
    ['has another order', (lines) => lines.reverse(), 'in order'],
    ['lacks a file', ([, ...more]) => more, `got an entry "${CITATION}"`],
  ])('is refused if SHA256SUMS %s', (_, change, why) => {
    const sums = (text: string) => `${change(text.trimEnd().split('\n')).join('\n')}\n`
    expect(faultOf(() => unpack(forged(entries, { sums })))).toContain(why)
  })

  it('is refused if SHA256SUMS is empty', () => {
    expect(faultOf(() => unpack(forged(entries, { sums: () => '' })))).toContain('does not end with a line break')
  })

  it.each([ABOUT, 'bundles/'])('is refused without %s', (name) => {
    const fewer = new Map([...entries].filter(([own]) => !own.startsWith(name)))
    expect(faultOf(() => unpack(forged(fewer)))).toContain('does not name')
  })

  it('is refused without a part or a source that the manifest names', () => {
    for (const kind of ['parts/', 'raw/']) {
      const [name = ''] = readSumNames(kind)
      const fewer = new Map([...entries].filter(([own]) => own !== name))
      expect(faultOf(() => unpack(forged(fewer)))).toContain(`does not name ${name}`)
    }
  })

  it.each([
    ['its format is newer', { format: 2 }, 'format is 2, this version reads 1'],
    ['its day is none', { day: 'soon' }, 'day: Invalid ISO date'],
    ['it is not JSON', null, `${ABOUT} is not JSON`],
  ])('is refused if, in its description, %s', (_, change, why) => {
    const about = { ...JSON.parse(entries.get(ABOUT)?.toString() ?? ''), ...change }
    const text = change ? JSON.stringify(about) : '{'
    expect(faultOf(() => unpack(forged(new Map([...entries, [ABOUT, Buffer.from(text)]]))))).toContain(why)
  })

  it('never writes through a link that is already in the folder', () => {
    const into = join(folder, 'linked')
    mkdirSync(into)
    symlinkSync(join(folder, 'outside'), join(into, CITATION))
    expect(() => unpackSnapshot({ file, into, takes: () => true })).toThrow('EEXIST')
    expect(() => readFileSync(join(folder, 'outside'))).toThrow('ENOENT')
  })
})

describe('a part of unknown origin', () => {
  it.each([
    ['a trigger', 'CREATE TRIGGER more AFTER INSERT ON officeholder BEGIN SELECT 1; END'],
    ['a view', 'CREATE VIEW more AS SELECT 1'],
    ['another table', 'CREATE TABLE more (id INTEGER PRIMARY KEY)'],
    ['an index fewer', 'DROP INDEX officeholder_person'],
  ])('is refused with %s', (_, sql) => {
    const fault = checkForged('officeholders', (path) => {
      const database = new Database(path)
      database.exec(sql)
      database.close()
    })
    expect(fault).toMatch(/parts\/[0-9a-f]{64}\.sqlite: its tables are not those of a part "officeholders"/)
  })

  it('is refused if it is no sound database', () => {
    const fault = checkForged('officeholders', (path) => {
      const bytes = readFileSync(path)
      // All pages after the first.
      bytes.fill(0xff, 4096)
      writeFileSync(path, bytes)
    })
    expect(fault).toMatch(/parts\/[0-9a-f]{64}\.sqlite: .*(sound|malformed)/)
    expect(checkForged('officeholders', (path) => writeFileSync(path, 'no database'))).toContain(
      'file is not a database',
    )
  })

  it('is accepted without the outlines, as 0.1.0 wrote it', () => {
    const withoutOutlines = (path: string): void => {
      const database = new Database(path)
      database.exec('DROP TABLE outline; DROP TABLE state_outline')
      database.close()
    }
    expect(() => checkForged('places', withoutOutlines)).toThrow('it was accepted')
  })

  it('is accepted with the same tables', () => {
    const { into } = unpack(file)
    expect(checkBundle(pathsIn(into), bundle, file).bundle).toBe(bundle)
  })

  it('is refused with the command to use if its format is another', () => {
    const own = manifestEntry(bundle)
    const manifest = JSON.parse(entries.get(own)?.toString() ?? '')
    const older = forged(new Map([...entries, [own, Buffer.from(JSON.stringify({ ...manifest, format: 2 }))]]))
    const { into } = unpack(older)
    expect(faultOf(() => checkBundle(pathsIn(into), bundle, older))).toMatch(
      /its format is 2, this version reads \d.*; run: hustings snapshot rebuild FILE --output OTHER_FILE$/s,
    )
  })
})

/** Changes a part, names everything by its new hash, and returns the fault of opening the bundle. */
function checkForged(name: 'officeholders' | 'places', change: (path: string) => void): string {
  const manifest = manifestShape.parse(JSON.parse(entries.get(manifestEntry(bundle))?.toString() ?? ''))
  const part = manifest.parts[name]
  const path = join(folder, 'part.sqlite')
  copyFileSync(join(paths.parts, `${part.sha256}.sqlite`), path)
  chmodSync(path, 0o600)
  change(path)
  const bytes = readFileSync(path)
  const parts = { ...manifest.parts, [name]: { ...part, sha256: hashOf(bytes), bytes: bytes.length } }
  const id = bundleIdOf({ format: manifest.format, parts })
  const about = JSON.parse(entries.get(ABOUT)?.toString() ?? '')
  const others = [...entries].filter(
    ([own]) => own !== partEntry(part.sha256) && own !== manifestEntry(bundle) && !own.startsWith('exports/'),
  )
  const forgedFile = forged(
    new Map([
      ...others,
      [ABOUT, Buffer.from(JSON.stringify({ ...about, bundle: id }))],
      [manifestEntry(id), Buffer.from(JSON.stringify({ ...manifest, bundle: id, parts }))],
      [partEntry(hashOf(bytes)), bytes],
    ]),
  )
  const { into } = unpack(forgedFile)
  return faultOf(() => checkBundle(pathsIn(into), id, forgedFile))
}

let forgings = 0
function forged(content: Entries, options: Parameters<typeof forge>[2] = {}): string {
  const to = join(folder, `forged-${++forgings}.tar`)
  forge(to, content, options)
  return to
}

function readSumNames(folderName: string): string[] {
  return readLayout(readFileSync(file))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(folderName))
}

/** Name and place of each entry, read from the headers alone. */
function readLayout(whole: Buffer): { name: string; from: number; bytes: number }[] {
  const layout: { name: string; from: number; bytes: number }[] = []
  for (let from = 0; whole[from] !== 0; ) {
    const text = (at: number, length: number) =>
      whole.toString('latin1', from + at, from + at + length).replace(/\0.*$/s, '')
    const prefix = text(345, 155)
    const bytes = Number.parseInt(text(124, 11), 8)
    layout.push({ name: `${prefix === '' ? '' : `${prefix}/`}${text(0, 100)}`, from, bytes })
    from += TAR_BLOCK + bytes + paddingOf(bytes)
  }
  return layout
}
