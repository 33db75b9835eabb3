import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { PROJECT_ROOT, paths } from '../../data/store/paths.ts'
import { loadConfig } from '../../server/config.ts'

afterEach(() => vi.unstubAllEnvs())

test('an empty variable is an unset one', () => {
  for (const name of ['HUSTINGS_VAR', 'HUSTINGS_PORT', 'HUSTINGS_HOST', 'HUSTINGS_AS_OF', 'HUSTINGS_LOG_FILE'])
    vi.stubEnv(name, '')
  expect(paths().root).toBe(join(PROJECT_ROOT, 'data', 'var'))
  expect(loadConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', asOf: null, logFile: null })
})

test('a wrong one is a sentence with its name', () => {
  vi.stubEnv('HUSTINGS_PORT', 'eighty')
  expect(() => loadConfig({})).toThrow("the environment's HUSTINGS_PORT")
})
