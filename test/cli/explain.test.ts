// `hustings explain` and `hustings notice` over the sample.

import { expect, it } from 'vitest'
import { z } from 'zod'
import { EXPLAINED } from '../../build/provenance/provenance.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const explained = z.object({
  rows: z.array(z.object({ what: z.string(), value: z.string(), file: z.string(), line: z.number().nullable() })),
  files: z.array(
    z.object({ file: z.string(), licence: z.string(), sha256: z.string().length(64), retrieved_at: z.iso.datetime() }),
  ),
})

const folder = shareFolder()
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')

it('names the next command if nothing is built', async () => {
  expect(await run('explain', 'contest', '1')).toMatchObject({
    ...{
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/does not exist yet.*\nNext: hustings nightly --sample\n$/),
    },
  })
})

it('traces a contest back to files, lines, bytes and licences', async () => {
  await copySample(folder)
  const asked = await run('sql', '--csv', 'SELECT id FROM out.contest_body ORDER BY id LIMIT 1')
  const id = asked.stdout.split('\n')[1] ?? ''
  const told = await run('explain', 'contest', id)
  expect(told).toMatchObject({ code: 0, stderr: '' })
  expect(told.stdout).toMatch(/^contest .* data\/sample\/contests\.csv +\d+$/m)
  expect(told.stdout).toMatch(/^ {2}license {7}CC0-1\.0/m)
  const { rows, files } = explained.parse(JSON.parse((await run('explain', 'contest', id, '--json')).stdout))
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['contest', 'election', 'choice']))
  expect(new Set(rows.map(({ file }) => file))).toEqual(new Set(files.map(({ file }) => file)))
})

it('refuses unknown ids, with a query that lists ids of that kind', async () => {
  for (const kind of EXPLAINED) {
    const { code, stderr } = await run('explain', kind, '12')
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(`^hustings: The last build has no ${kind} with the id "12"\\.\n`),
    ])
    const [, query = ''] = /^Next: .+ sql --sample "(.+)"$/m.exec(stderr) ?? []
    const listed = await run('sql', '--csv', query)
    const [id = ''] = listed.stdout.split('\n')[1]?.split(',') ?? []
    expect(await run('explain', kind, id), kind).toMatchObject({ code: 0, stderr: '' })
  }
  expect(await run('explain', 'candidate', '12')).toMatchObject({ code: 2 })
})

it('prints the licences of the sample, or of the real sources', async () => {
  const sample = await run('notice')
  expect(sample.stdout).toContain('Hustings (invented sample)')
  const real = await runCommand(folder, 'notice')
  expect(real.stdout).toContain('North Carolina State Board of Elections')
  expect(real.stdout).not.toContain('invented sample')
})
