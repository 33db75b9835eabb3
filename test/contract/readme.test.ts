// Checks every statement that only README makes; docs.test.ts checks those that it shares with the guides.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkNode } from '../../cli/doctor/diagnosis.ts'
import { projectFile } from '../../data/store/paths.ts'
import { loadConfig } from '../../server/config.ts'
import { loadExamples } from '../../server/openapi/examples.ts'
import { ROOMS } from '../../server/web/rooms.ts'
import { runCommand } from '../cli/hustings.ts'
import { copySample } from '../cli/sample.ts'
import { openFixture } from '../server/fixture.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const LINES_MAX = 110

/** True if the second value contains each value of the first; list items may be in any order. */
function isPart(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.every((item) => other.some((candidate) => isPart(item, candidate)))
  if (typeof one !== 'object' || one === null) return one === other
  if (typeof other !== 'object' || other === null) return false
  const values = new Map(Object.entries(other))
  return Object.entries(one).every(([name, value]) => isPart(value, values.get(name)))
}

describe('README', () => {
  it('is short', () => {
    expect(readme.trim().split('\n').length).toBeLessThanOrEqual(LINES_MAX)
  })

  it('gives two commands that `make` lists', () => {
    const typed = [...readme.matchAll(/^make ([\w-]+)$/gm)].map((match) => match[1])
    expect(typed).toEqual(['run', 'test'])
    const help = spawnSync('make', [], { cwd: projectFile(), encoding: 'utf8' }).stdout
    for (const target of typed) expect(help).toContain(`make ${target}`)
  })

  it('shows a first request and a part of its answer', () => {
    const [, path = ''] = /"http:\/\/127\.0\.0\.1:8080(\/v1\/ballot[^"]*)"/.exec(readme) ?? []
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
    const { '/v1/ballot': example } = loadExamples()
    expect(path).toBe(example?.request)
    expect(isPart(JSON.parse(json), example?.response)).toBe(true)
    expect(isPart({ data: { location: { state: 'NC' } } }, example?.response)).toBe(false)
  })

  it('shows the command for the same ballot in a terminal', async () => {
    const [, words = ''] = /`npx hustings (ballot [^`]*)`/.exec(readme) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'hustings-readme-'))
    await copySample(folder)
    const { code, stdout } = await runCommand(folder, ...words.split(' '), '--as-of', '2028-03-01')
    rmSync(folder, { recursive: true })
    expect(code).toBe(0)
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? []
    const [contest] = JSON.parse(json).data.contests
    expect(stdout).toContain(`${contest.title} · ${contest.match}`)
    for (const { label } of contest.choices) expect(stdout).toContain(label.split(' ')[0])
    for (const { endorser } of contest.endorsements) expect(stdout).toContain(endorser.name)
  })

  it('has the table of elections that the coverage pages add up to', () => {
    const contests = (text: string, column: number): number =>
      [...text.matchAll(/^\| .+ \|$/gm)]
        .map(([row]) => Number(row.split('|')[column]?.replaceAll(',', '').trim()))
        .filter((cell) => !Number.isNaN(cell))
        .reduce((sum, cell) => sum + cell, 0)
    const [, table = ''] = /<!-- coverage: .*? -->([\s\S]*?)<!-- end of coverage -->/.exec(readme) ?? []
    const index = readFileSync(projectFile('docs', 'coverage', 'README.md'), 'utf8')
    expect(contests(table, 3)).toBeGreaterThan(10_000)
    expect(contests(table, 3)).toBe(contests(index, 3))
  })

  it('names the address of the server', () => {
    const { port, host } = loadConfig({})
    expect(readme).toContain(`a server on ${host}:${port}`)
  })

  it('names the documents of the server, which need no key', async () => {
    const { host, port } = loadConfig({})
    expect(readme).toContain(`\`http://${host}:${port}${ROOMS.docs.path}\` has the guides, a search, code samples`)
    const fixture = await openFixture()
    const { url } = await fixture.start()
    for (const path of ['', '/search', '/samples', '/reference', '/api'])
      expect((await fetch(`${url}${ROOMS.docs.path}${path}`)).status, path).toBe(200)
    await fixture.close()
  })

  it('names the Node.js versions of package.json and doctor', () => {
    const { engines } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
    const [, listed = ''] = /^You need Node\.js (.+?), with/m.exec(readme) ?? []
    const versions = listed.match(/\d+\.\d+/g) ?? []
    expect(versions).toEqual(['20.19', '22.13', '24.0', '24.18'])
    expect(engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0 <24.19.0')
    for (const version of versions) expect(checkNode(`${version}.0`).status, version).toBe('ok')
  })
})
