// A snapshot of two states from the publishers' files: rebuilt from its own sources, and refused for any changed byte.

import { mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SnapshotFault, unpackSnapshot } from '../../../build/snapshot/unpack.ts'
import { hasTestData, TEST_DATA } from '../../build/cells-layers.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'

const folder = shareFolder()

const PLACES = 200

// A nightly and a rebuild take minutes: PROOF=1 includes them.
describe.skipIf(!hasTestData || process.env.PROOF !== '1')('a snapshot of North Carolina and the District', () => {
  const file = join(folder, 'nc-dc.tar')
  const run = async (machine: string, ...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(join(folder, machine), ...words)
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

  it('is built again byte for byte from its own sources, on a machine without data', async () => {
    await run('packer', 'nightly', '--mirror', TEST_DATA, '--only', 'NC,DC')
    await run('packer', 'snapshot', 'create', '--output', file)
    const { rebuilt } = JSON.parse(await run('checker', 'snapshot', 'verify', file, '--rebuild', '--json'))
    expect(new Set(rebuilt.parts.map(({ equal }: { equal: string }) => equal))).toEqual(new Set(['bytes']))
  }, 1_800_000)

  it(`is refused for one changed byte in each of ${PLACES} places, and the fault names a packed file`, () => {
    const { size } = statSync(file)
    const descriptor = openSync(file, 'r+')
    const byte = Buffer.alloc(1)
    for (let nth = 0; nth < PLACES; nth++) {
      const place = Math.floor((size * (nth + 0.5)) / PLACES)
      readSync(descriptor, byte, 0, 1, place)
      const [own = 0] = byte
      writeSync(descriptor, Buffer.from([own ^ (1 + (nth % 255))]), 0, 1, place)
      const into = join(folder, `into-${nth}`)
      mkdirSync(into)
      const fault = catchFault(() => unpackSnapshot({ file, into, takes: () => false }))
      expect({ place, fault }).toEqual({
        place,
        fault: expect.stringMatching(
          /: (SHA256SUMS|(parts|raw|exports|bundles)\/\S+|after \S+|CITATION.cff|snapshot.json)/,
        ),
      })
      writeSync(descriptor, byte, 0, 1, place)
      rmSync(into, { recursive: true })
    }
    const into = join(folder, 'into')
    mkdirSync(into)
    expect(() => unpackSnapshot({ file, into, takes: () => false })).not.toThrow()
  }, 1_800_000)
})

function catchFault(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof SnapshotFault) return error.message
    throw error
  }
  return 'it was accepted'
}
