import { test } from 'vitest'
import { proved } from '../proof/proved.ts'
import { openApi } from './api.ts'
import { expectGenerated } from './generated.ts'

const RUNS = process.env.PROOF === '1' ? 20_000 : 1500

const { client } = await openApi({ fillers: 5 })

test('generated requests: no server error, each answer matches the document', async () => {
  await expectGenerated(client, RUNS)
  proved('generated', [{ what: 'requests', value: RUNS }])
})
