// Checks every statement that only README makes; docs.test.ts checks those that it shares with the guides.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkNode } from '../../cli/doctor/diagnosis.ts'
import { stateOf } from '../../data/schema/states.ts'
import { projectFile } from '../../data/store/paths.ts'
import { ballotSources } from '../../ingest/ballot/sources.ts'
import { loadConfig } from '../../server/config.ts'
import { loadExamples } from '../../server/openapi/examples.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const LINES_MAX = 90

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

  it('names the ballots that are read, by place and year', () => {
    const [, listed = ''] = /^\| ballots, states and cities \| (.+) \|$/m.exec(readme) ?? []
    for (const { id, states, vintage } of ballotSources) {
      const own = { 'los-angeles-vip-2015': 'Los Angeles County', 'sf-measures': 'San Francisco' }[id]
      const [first, ...more] = states
      const name = own ?? (first && more.length === 0 ? stateOf(first).name : id)
      const [, years = ''] = new RegExp(`${name}(?:'s [a-z]+)?,?([^,]*)`).exec(listed) ?? []
      const [year = 0] = (vintage.match(/\d{4}/g) ?? []).map(Number)
      const [from = 0, to = from] = /since/.test(years)
        ? [Number(/\d{4}/.exec(years)?.[0]), 9999]
        : (years.match(/\d{4}/g) ?? []).map(Number)
      expect(from <= year && year <= to, `${id} of ${vintage} in "${listed}"`).toBe(true)
    }
  })

  it('names the address of the server', () => {
    const { port, host } = loadConfig({})
    expect(readme).toContain(`a server on ${host}:${port}`)
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
