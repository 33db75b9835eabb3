// `hustings export --with-overlay`, over the sample.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

test('an export has the overlay only where it is asked for, beside the published values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-overlay-export-'))
  try {
    await copySample(folder)
    const first = 'SELECT id, title FROM api.contest ORDER BY id LIMIT 1'
    const { stdout } = await runCommand(folder, 'sql', '--sample', '--json', first)
    const [{ id, title }] = z.tuple([z.object({ id: z.coerce.string(), title: z.string() })]).parse(JSON.parse(stdout))
    mkdirSync(join(folder, 'sample', 'overlay'))
    writeFileSync(
      join(folder, 'sample', 'overlay', 'notes.yaml'),
      `- { kind: contest, id: ${id}, override: { title: Ours }, by: a, why: b }`,
    )
    const [plain, own] = [join(folder, 'plain'), join(folder, 'own')]
    expect(await runCommand(folder, 'export', '--sample', '--with-overlay')).toMatchObject({ code: 2 })
    expect(await runCommand(folder, 'export', '--sample', plain)).toMatchObject({ code: 0 })
    expect(await runCommand(folder, 'export', '--sample', '--with-overlay', own)).toMatchObject({ code: 0 })
    const names = readdirSync(plain)
    expect(readdirSync(own).filter((name) => !names.includes(name))).toEqual(['overlay.jsonl'])
    for (const name of names)
      expect(readFileSync(join(own, name)).equals(readFileSync(join(plain, name))), name).toBe(true)
    expect(JSON.parse(readFileSync(join(own, 'overlay.jsonl'), 'utf8').split('\n')[0] ?? '')).toMatchObject({
      field: 'title',
      old: title,
      new: 'Ours',
    })
    expect(readFileSync(join(own, 'contest.csv'), 'utf8')).toContain(title)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
