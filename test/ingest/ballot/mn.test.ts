import { expect, it } from 'vitest'
import { toDivisions } from '../../../ingest/divisions.ts'
import { collectSink } from '../../../ingest/sink.ts'
import { unregistered } from '../golden/unregistered.ts'
import { noBallots } from '../no-ballots.ts'

const COUNTIES = '01;Aitkin;51'

/** @param texts of cand.txt and CntyTbl.txt */
function read(...texts: string[]) {
  const source = unregistered.find(({ id }) => id === 'mn-made-up')
  if (!source) throw new RangeError('no source mn-made-up')
  const files = texts.map((text, index) => ({
    name: source.files[index]?.mirror ?? '',
    url: '',
    bytes: Buffer.from(text),
  }))
  const sink = collectSink()
  const context = { source, states: new Set(source.states), divisions: toDivisions([]), ballots: noBallots }
  return Promise.resolve(source.read(files, context, sink)).then(() => sink)
}

it.each([
  ['01350101;Ada Example;0135;State Senator District 9;2;02;DFL', 'got county "2", expected 88 or one'],
  ['01350101;Ada Example;0135;State Senator District 9;01;02;DFLX', 'got party "DFLX", expected one of "AF"'],
])('stops at %s', async (line, words) => {
  await expect(async () => read(line, COUNTIES)).rejects.toThrow(`cand.txt:1: ${words}`)
})

it('stops without the file of counties', async () => {
  await expect(async () => read('')).rejects.toThrow('mn-made-up: files: got 1, expected cand.txt and CntyTbl.txt')
})
