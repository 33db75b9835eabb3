import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { nistSource } from '../../../../ingest/ballot/nist/nist.ts'
import { ENTRY, EVERY_KIND, filesAt } from '../../entry.ts'
import { loadInput, sourceOf } from '../../golden/folder.ts'
import { fileOf, runReader } from '../../run-reader.ts'

const MADE_UP = loadInput(sourceOf('nist-xml')).map(({ bytes }) => Buffer.from(bytes).toString())[1] ?? ''

async function read(texts: Readonly<Record<string, string>>, states: readonly StateCode[] = ['OH'], only = states) {
  const files = filesAt(ENTRY.url, ...Object.keys(texts))
  const source = nistSource({ ...ENTRY, id: 'oh-summit-2028', lists: EVERY_KIND, states, files })
  const fetched = Object.entries(texts).map(([name, text]) => fileOf(name, text))
  return runReader(source, fetched, { states: only })
}

describe('A ballot definition', () => {
  it('without options says nothing about who is unopposed', async () => {
    const { contest } = await read({ 'a.xml': MADE_UP.replace(/<ContestOption\b.*?<\/ContestOption>/gs, '') })
    const details = contest.filter(({ kind }) => kind === 'candidate').map((row) => row.details)
    expect(details.length).toBeGreaterThan(2)
    expect(details.filter((one) => !one.includes('"choices_incomplete":true'))).toEqual([])
    expect(details.filter((one) => /write_in_only|uncontested/.test(one))).toEqual([])
  })

  it('is not read if its state is not requested', async () => {
    expect((await read({ 'a.xml': MADE_UP }, ['OH'], ['MI'])).contest).toEqual([])
  })

  it.each([
    ['a.xml', MADE_UP.replace('>1.0.0<', '>2.0.0<'), 'a.xml: got version "2.0.0", expected 1.0.0'],
    ['a.xml', '<VipObject/>', 'a.xml:1: got the element VipObject, expected BallotDefinition'],
    ['a.json', '{"Election":[]}', 'a.json: expected an object of the type BallotDefinition.BallotDefinition'],
    ['a.xml', MADE_UP.replace('>2028-11-07</Start', '>soon</Start'), 'a.xml:3: got the StartDate "soon"'],
    ['a.xml', MADE_UP.replace('>2028-11-07</Start', '>2028-02-30</Start'), 'a.xml:3: got the StartDate "2028-02-30"'],
    ['a.xml', MADE_UP.replace('>general<', '>other<'), 'a.xml:3: got Election.Type "", expected one of "general"'],
  ])('%s stops its source where it is none, or of no known day and type', async (name, text, message) => {
    await expect(read({ [name]: text })).rejects.toThrow(message)
  })

  it('stops its source if its state is missing or is not the registered one', async () => {
    await expect(read({ 'a.xml': MADE_UP }, ['MI'])).rejects.toThrow(
      'a.xml: its units belong to OH, expected one of MI',
    )
    const nowhere = MADE_UP.replaceAll('<Type>ocd-id</Type>', '<Type>other</Type>')
    await expect(read({ 'a.xml': nowhere }, ['MI', 'OH'])).rejects.toThrow('its units belong to no state')
    expect((await read({ 'a.xml': nowhere }, ['OH'])).contest.length).toBeGreaterThan(0)
  })

  it('does not continue an election of another file', async () => {
    await expect(read({ 'a.xml': MADE_UP, 'b.xml': MADE_UP })).rejects.toThrow(
      'b.xml:3: repeats the election oh-2028-11-07-general of another file',
    )
  })
})
