import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT, projectFile } from '../../data/store/paths.ts'

const folder = join(PROJECT_ROOT, 'deploy')
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
const HARDENED = [
  ...['LimitCORE=0', 'UMask=0077', 'StateDirectoryMode=0700', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='],
  ...['ProtectSystem=strict', 'ProtectHome=yes', 'ProtectKernelModules=yes', 'ProtectProc=invisible', 'ProcSubset=pid'],
  ...['PrivateUsers=yes', 'PrivateDevices=yes', 'PrivateTmp=yes'],
  ...['RestrictSUIDSGID=yes', 'LockPersonality=yes', 'SystemCallFilter=@system-service @pkey'],
  'SystemCallFilter=~@privileged @resources',
]

function settingsOf(name: string): string[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

describe.each(services)('%s', (name) => {
  const settings = settingsOf(name)

  it('is hardened as far as V8 allows', () => {
    expect(settings).toEqual(expect.arrayContaining(HARDENED))
    // V8 needs memory that is writable and executable.
    expect(settings.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([])
  })

  it('starts a command that exists', () => {
    const [, command = ''] =
      /^ExecStart=-?\/usr\/bin\/node (?:\/opt\/hustings\/)?dist\/cli\.js (\w+)/m.exec(settings.join('\n')) ?? []
    expect(readFileSync(projectFile('cli.ts'), 'utf8')).toMatch(new RegExp(`'\\./cli/[\\w/-]*${command}\\.ts'`))
  })

  it('reports a failure through a unit of this folder', () => {
    const told = settings.filter((line) => line.startsWith('OnFailure='))
    expect(told).toEqual(name.startsWith('hustings-failed@') ? [] : ['OnFailure=hustings-failed@%n.service'])
  })
})

it('nightly and watch read the same sources, set in one environment file', () => {
  const environment = readFileSync(join(folder, 'hustings.env'), 'utf8')
  const [, options = ''] = /^HUSTINGS_SOURCES=(.*)$/m.exec(environment) ?? []
  expect(options).toMatch(/^--only [A-Z]{2}(,[A-Z]{2})* --mirror \/\S+$/)
  for (const name of ['hustings-nightly.service', 'hustings-watch.service']) {
    const text = settingsOf(name).join('\n')
    expect(text).toMatch(/^EnvironmentFile=-?\/etc\/hustings\/hustings\.env$/m)
    expect(text).toMatch(/^ExecStart=.* \$HUSTINGS_SOURCES$/m)
  }
  expect(services).toContain('hustings-failed@.service')
})
