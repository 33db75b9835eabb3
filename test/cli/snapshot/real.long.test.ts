// A snapshot of two states from the publishers' files: rebuilt from its own sources.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTestData } from '../../build/cells-layers.ts'
import { shareFolder } from '../../temporary.ts'
import { copyCarolina } from '../../whole/carolina.ts'
import { runCommand } from '../hustings.ts'

const folder = shareFolder()

// A nightly and a rebuild take minutes: PROOF=1 includes them.
describe.skipIf(!hasTestData || process.env.PROOF !== '1')('a snapshot of North Carolina and the District', () => {
  const file = join(folder, 'nc-dc.tar')
  const run = async (machine: string, ...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(join(folder, machine), ...words)
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

  it('is built again byte for byte from its own sources, on a machine without data', async () => {
    await copyCarolina(join(folder, 'packer'))
    await run('packer', 'snapshot', 'create', '--output', file)
    const { rebuilt } = JSON.parse(await run('checker', 'snapshot', 'verify', file, '--rebuild', '--json'))
    expect(new Set(rebuilt.parts.map(({ equal }: { equal: string }) => equal))).toEqual(new Set(['bytes']))
  }, 1_800_000)
})
