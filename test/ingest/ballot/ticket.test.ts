import { describe, expect, it } from 'vitest'
import { splitTicket } from '../../../ingest/ballot/write.ts'

describe('A ticket', () => {
  it.each([
    'Ann B. Sample and Bo Example',
    'Ann B. Sample AND Bo Example',
    'Ann B. Sample & Bo Example',
    'Ann B. Sample / Bo Example',
    'Ann B. Sample/Bo Example',
    'Ann B. Sample - Bo Example',
    'Ann B. Sample – Bo Example',
  ])('is two people: %s', (printed) => {
    expect(splitTicket(printed)).toEqual({ candidate: 'Ann B. Sample', running_mate: 'Bo Example' })
  })

  it('may have a dash right after a suffix', () => {
    expect(splitTicket('Ann Sample Jr.- Bo Example')).toEqual({
      candidate: 'Ann Sample Jr.',
      running_mate: 'Bo Example',
    })
  })

  it.each([
    'Ann Sample-Example',
    'Ann Sample',
    'Andy Sampleand',
    'Ann Sample and Friends',
    'Ann Sample, Jr.',
    'Ann Sample / Bo Example / Cy Placeholder',
    'Ann - Sample',
  ])('is not: %s', (printed) => {
    expect(splitTicket(printed)).toBeUndefined()
  })
})
