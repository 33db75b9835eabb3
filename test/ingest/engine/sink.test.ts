import { expect, it } from 'vitest'
import { collectSink } from '../../../ingest/engine/sink.ts'

it('names have single spaces and none around them, whatever their reader gives', () => {
  const sink = collectSink()
  const name = ' Jackie \u00a0 Blumenthal\t'
  sink.row(
    'choice',
    {
      ...{ choice_key: 'x/jackie-blumenthal', contest_key: 'x', label: name, label_es: null, measure_answer: null },
      ...{ candidate_name: name, party: null, party_label: null, option: null, withdrawn: false },
      ...{ ballot_designation: 'Neighbor', ballot_order: 1 },
    },
    { file: 'f', line: 1 },
  )
  expect(sink.rows[0]?.row).toMatchObject({
    ...{
      label: 'Jackie Blumenthal',
      candidate_name: 'Jackie Blumenthal',
      label_es: null,
      ballot_designation: 'Neighbor',
    },
  })
})
