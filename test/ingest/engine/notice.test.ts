import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import { noticeOf, sources } from '../../../ingest/engine/registry.ts'

const notice = noticeOf(sources.filter(({ family }) => family === 'public'))

it('NOTICE equals the registry: `hustings notice > NOTICE` writes it again', () => {
  expect(readFileSync(projectFile('NOTICE'), 'utf8')).toBe(notice)
})

it('names every publisher under its licence', () => {
  for (const { family, publisher, url, licence } of sources) {
    if (family !== 'public') continue
    const section = notice.slice(notice.indexOf(`\n${licence}\n`))
    expect(section, licence).toContain(`\n  ${publisher}\n`)
    expect(section, publisher).toContain(`    ${url}\n`)
  }
})
