// `hustings coverage` over the sample.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const folder = shareFolder()

it('writes the pages of the states that it has, and removes those of others', async () => {
  await copySample(folder)
  const pages = join(folder, 'pages')
  mkdirSync(pages)
  for (const name of ['zz.md', 'notes.md']) writeFileSync(join(pages, name), 'old\n')
  expect(await runCommand(folder, 'coverage', '--sample', '--pages', pages)).toMatchObject({ code: 0, stderr: '' })
  const written = readdirSync(pages)
  expect(written).toEqual(expect.arrayContaining(['README.md', 'me.md', 'notes.md']))
  expect(written).not.toContain('zz.md')
})
