// Personal data is blanked in the files of an archive before its bytes are stored; the new archive depends only on those files.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { blankFile } from '../../../ingest/fetch/blank-archive.ts'
import { type FetchOptions, fetchSource } from '../../../ingest/fetch/fetch.ts'
import { hash } from '../../../ingest/fetch/kept-bytes.ts'
import { officeholderSources } from '../../../ingest/officeholder/sources.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { readTar } from '../../../ingest/read/tar.ts'
import { readZip } from '../../../ingest/read/zip.ts'
import { freshFolder } from '../../temporary.ts'
import { dbfOf } from '../read/shapefile-bytes.ts'
import { makeTar } from '../read/tar-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'

const texts = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
const blankTar = async (bytes: Buffer, ...personal: string[]) => {
  const blanked = await blankFile({ name: 'people.tar', bytes }, personal)
  const files = await readTar({ name: 'people.tar', url: '', bytes: blanked.bytes }, () => true)
  return { ...blanked, files: texts(files) }
}
const blankZip = async (bytes: Buffer, ...personal: string[]) => {
  const blanked = await blankFile({ name: 'lists.ZIP', bytes }, personal)
  return { ...blanked, files: texts(await readZip({ name: 'lists.zip', url: '', bytes: blanked.bytes })) }
}

it('a tar keeps only files whose personal data can be found and blanked', async () => {
  const long = `data/${'deep/'.repeat(40)}c.yml`
  const given = await makeTar({
    'data/a.yml': 'name: Ann\nphone: 555-0100\n',
    'data/b.csv': 'name,phone\nBob,555-0101\n',
    [long]: 'phone: 555-0102\nname: Cy\n',
    'README.md': 'phone: 555-0103',
    'data/odd.yml': '{name: Di, phone: 555-0104}\n',
  })
  const { files, found } = await blankTar(given, 'phone')
  expect(files).toEqual({
    'data/a.yml': 'name: Ann\nphone:         \n',
    'data/b.csv': 'name,phone\nBob,\n',
    [long]: 'phone:         \nname: Cy\n',
    'data/odd.yml': '\n'.repeat(28),
  })
  expect(found).toEqual(['phone'])
})

it('a tar has the same bytes for the same files, for any packer and time', async () => {
  const packed = async (header: object) => {
    const archive = pack()
    archive.entry({ name: 'data', type: 'directory', ...header })
    archive.entry({ name: 'data/a.yml', ...header }, 'phone: 1\n')
    archive.finalize()
    const chunks: Uint8Array[] = []
    for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const [one, other] = [await packed({ mtime: new Date(0), uid: 7, uname: 'ann' }), await packed({ mode: 0o600 })]
  expect(hash(one)).not.toBe(hash(other))
  const [first, second] = [await blankTar(one, 'phone'), await blankTar(other, 'phone')]
  expect(hash(first.bytes)).toBe(hash(second.bytes))
  expect(hash((await blankTar(Buffer.from(first.bytes), 'phone')).bytes)).toBe(hash(first.bytes))
})

it('a tar counts a column as found where each list has it', async () => {
  const given = await makeTar({ 'a.csv': 'name,phone\nAnn,1\n', 'b.csv': 'name,telephone\nBob,2\n' })
  expect((await blankTar(given, 'phone')).found).toEqual([])
})

it('a tar stops at a list whose columns cannot be found', async () => {
  const given = await makeTar({ 'a.csv': 'name,phone\n"Ann,1\n' })
  await expect(blankTar(given, 'phone')).rejects.toThrow(/^people\.tar\/a\.csv:2: its quotes do not balance/)
})

it('a shapefile keeps its shapes, and its attributes without the personal ones', async () => {
  const columns = [
    ['Dist', 4],
    ['Email', 16],
    ['Num', 2],
  ] as const
  const people = ['ann@x.example', 'bo@x.example'].map((Email, at) => ({ Dist: '1301', Email, Num: String(at) }))
  const dbf = dbfOf(columns, people)
  const given = makeZip([
    { name: 'a.shp', content: 'shapes' },
    { name: 'a.PRJ', content: 'GEOGCS' },
    { name: 'a.dbf', content: dbf },
    { name: 'a.shp.xml', content: '<contact>ann@x.example</contact>' },
    { name: 'a.sbn', content: 'index' },
  ])
  const { bytes, found } = await blankFile({ name: 'council.zip', bytes: given }, ['Email'])
  const files = await readZip({ name: 'council.zip', url: '', bytes })
  expect([...files.keys()]).toEqual(['a.shp', 'a.PRJ', 'a.dbf'])
  const unnamed = people.map((person) => ({ ...person, Email: '' }))
  expect(dbfOf(columns, unnamed).equals(files.get('a.dbf') ?? Buffer.of())).toBe(true)
  expect(found).toEqual(['Email'])
  await expect(blankFile({ name: 'a.dbf', bytes: dbf.subarray(0, 70) }, ['Email'])).rejects.toThrow(/do not fill/)
})

it('a zip keeps only files whose personal data can be found and blanked', async () => {
  const given = makeZip([
    { name: 'lists/Peña.csv', flags: 0x800, content: 'name,phone\nBob,555-0101\n' },
    { name: 'lists/a.json', content: '{"phone":"555-0102"}' },
    { name: 'lists/photo.jpg', content: 'phone' },
    { name: 'lists/', content: '' },
  ])
  const { files, bytes, found } = await blankZip(given, 'phone')
  expect(files).toEqual({ 'lists/Peña.csv': 'name,phone\nBob,\n', 'lists/a.json': '{"phone":null      }' })
  expect(found).toEqual(['phone'])
  expect(hash((await blankZip(Buffer.from(bytes), 'phone')).bytes)).toBe(hash(bytes))
  expect(hash(bytes)).toBe('a3eab00e1be6b1c03871a59ede4e9823d7c89a28908d51c91b322718b6d882e4')
})

it('a zip stays unchanged without personal data', async () => {
  const given = makeZip([{ name: 'a.txt', content: 'x' }])
  expect((await blankFile({ name: 'a.zip', bytes: given }, [])).bytes).toBe(given)
})

describe('Open States', () => {
  const folder = freshFolder()
  const mirror = () => join(folder, 'mirror')
  const raw = () => join(folder, 'raw')
  const options = (more: Partial<FetchOptions> = {}): FetchOptions => ({
    ...{ rawDir: raw(), mirror: mirror(), now: new Date('2028-01-01T12:00:00Z') },
    ...more,
  })
  const [people, congress] = officeholderSources as [Source, Source]
  const PERSON = [
    'id: ocd-person/00000000-0000-4000-8000-000000000001',
    'name: Ann Example',
    'gender: Female',
    'birth_date: 1970-02-03',
    'email: ann@leg.example.gov',
    'offices:',
    '- classification: capitol',
    '  address: 1 Capitol Sq',
    '  voice: 202-555-0100',
    '- classification: home',
    '  address: 12 Elm St',
    '  voice: 202-555-0199',
    'extras:',
    '  home phone: 202-555-0198',
    '  religion: none of yours',
    '',
  ].join('\n')
  const SECRETS = ['1970-02-03', 'Female', '12 Elm St', '202-555-0199', '202-555-0198', 'religion']

  beforeEach(async () => {
    mkdirSync(join(mirror(), 'officeholders', 'congress-legislators'), { recursive: true })
    const tar = await makeTar({ 'people-1/data/nc/legislature/Ann.yml': PERSON })
    writeFileSync(join(mirror(), 'officeholders', 'openstates_people_current.tar.gz'), gzipSync(tar))
    for (const name of ['legislators-current', 'legislators-district-offices', 'legislators-social-media'])
      writeFileSync(
        join(mirror(), 'officeholders', 'congress-legislators', `${name}.yaml.gz`),
        gzipSync(
          '- id:\n    bioguide: A000055\n  bio:\n    birthday: 1970-02-03\n  offices:\n  - address: 205 4th Ave\n',
        ),
      )
  })

  const keptText = () =>
    readdirSync(raw())
      .map((name) => readFileSync(join(raw(), name), 'latin1'))
      .join('\n')

  it('is stored without birth dates, homes and families, readable only by its owner', async () => {
    const [first] = await fetchSource(people, options())
    await fetchSource(congress, options())
    for (const secret of SECRETS) expect(keptText()).not.toContain(secret)
    for (const office of ['ann@leg.example.gov', '1 Capitol Sq', '202-555-0100', '205 4th Ave'])
      expect(keptText()).toContain(office)
    expect(statSync(raw()).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(raw())) expect(statSync(join(raw(), name)).mode & 0o077).toBe(0)
    const [again] = await fetchSource(people, options({ offline: true }))
    expect(again?.sha256).toBe(first?.sha256)
  })

  it('stored unblanked by an earlier version is deleted, with its former versions', async () => {
    const as = (source: Source): Source => ({
      ...source,
      personal: [],
      files: source.files.map(({ url, mirror }) => ({ url, mirror })),
    })
    await fetchSource(as(people), options())
    const former = await makeTar({ 'people-0/data/nc/legislature/Ann.yml': `${PERSON}x: 1\n` })
    writeFileSync(join(raw(), hash(former)), former)
    const other = Buffer.from('a former version of another source')
    writeFileSync(join(raw(), hash(other)), other)
    expect(keptText()).toContain('12 Elm St')
    await fetchSource(people, options())
    for (const secret of SECRETS) expect(keptText()).not.toContain(secret)
    expect(keptText()).toContain('a former version of another source')
  })
})
