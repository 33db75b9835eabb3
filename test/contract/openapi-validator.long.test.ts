// The document that a running server serves is valid to Python's openapi-spec-validator, which also compiles its patterns and checks its
// examples; and it refuses a broken one.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVenv } from '../clients/venv.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { endAll, serve } from '../server/limits/serving.ts'
import { shareFolder } from '../temporary.ts'

const venv = createVenv('openapi-spec-validator==0.9.0')
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`openapi-spec-validator: ${missing}.`)

describe.skipIf(missing !== null)(`openapi-spec-validator 0.9.0${missing ? ` (${missing})` : ''}`, () => {
  const folder = shareFolder()
  let fixture: Fixture
  let text: string
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const { url } = await serve(fixture)
    text = await (await fetch(`${url}/openapi.json`)).text()
  })
  afterAll(async () => {
    await endAll()
    await fixture?.close()
    if ('remove' in venv) venv.remove()
  })

  function validate(document: string): { status: number | null; stdout: string } {
    if ('missing' in venv) return expect.fail(venv.missing)
    const file = join(folder, 'openapi.json')
    writeFileSync(file, document)
    // A refusal prints the part of the document.
    return spawnSync(venv.python, ['-m', 'openapi_spec_validator', file], { encoding: 'utf8', maxBuffer: 1 << 26 })
  }

  test('accepts the document', () => {
    const { status, stdout } = validate(text)
    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/openapi\.json: OK$/)])
  })

  test('refuses one without a title, and one with a pattern that Python cannot read', () => {
    const { info, ...rest } = JSON.parse(text)
    expect(validate(JSON.stringify({ ...rest, info: { ...info, title: undefined } })).status).toBe(1)
    const pattern = JSON.stringify(/^(?![0-9]+$)(?! +$)[^!-,/:-@[-^`{-~]+$/.source)
    expect(text).toContain(pattern)
    expect(validate(text.replaceAll(pattern, String.raw`"^[\\p{L} ]+$"`)).status).toBe(1)
  })
})
