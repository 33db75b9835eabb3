// A source is read again when a table of the ingest changes. A compiled build does not have these tables beside its code.

import { expect, onTestFinished, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'

test('the code of a reader includes every table beside it', async () => {
  // Test files share their modules, so the spied ones are loaded only for this test.
  vi.resetModules()
  vi.doMock('../../../data/store/code-hash.ts', { spy: true })
  onTestFinished(() => {
    vi.doUnmock('../../../data/store/code-hash.ts')
    vi.resetModules()
  })
  const code = await import('../../../data/store/code-hash.ts')
  const { hashCode } = await import('../../../ingest/engine/signature.ts')
  hashCode()
  const [folder, files] = vi.mocked(code.hashTree).mock.calls.find(([, names]) => names !== undefined) ?? []
  expect(folder).toBe(`${PROJECT_ROOT}/ingest`)
  const isRead = (name: string) => files?.test(name)
  expect(['offices.csv', 'list.yaml', 'step.sql'].every(isRead)).toBe(true)
  expect(['README.md', 'reader.ts'].some(isRead)).toBe(false)
})
