// The elections of a subscription as a calendar, read by another library than the one that writes it.

import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { renderCalendar } from '../../../apps/syndication/elections-calendar.ts'
import type { Election } from '../../../data/schema/election.ts'

const GENERAL: Election = {
  ...{ id: 1, slug: 'nc-2024-11-05-general', name: 'North Carolina General Election', date: '2024-11-05', state: 'NC' },
  ...{ type: 'general', short_name: 'General Election', primary_system: null, info_url: 'https://example.org/a;b,c' },
  ...{ details: { runoff_date: '2024-12-03' }, listed_in: [], contest_count: 3, endorsement_count: 1 },
  report_url: '/corrections/new?record=election/1',
}
const HOSTILE: Election = {
  ...GENERAL,
  ...{ slug: 'dc-2026-06-16-primary', state: 'DC', date: '2026-06-16', info_url: null, details: {} },
  name: 'Primary\r\nEND:VEVENT\r\nSUMMARY:other, with; \\n signs \u0007 and a name that is longer than one line of a calendar may be: é',
}
const source = {
  id: 's',
  licence: 'CC0-1.0',
  published_on: '2024-10-01',
  urls: ['https://example.org/list.csv'],
  file_count: 1,
}

function read(elections: readonly Election[]) {
  const text = renderCalendar(elections, {
    ...{ name: 'Elections: mine', origin: 'https://api.example.org', updated_on: '2024-10-01' },
    sources: new Map(elections.map(({ state }) => [state, [{ ...source, publisher: `Board of ${state}` }]])),
  })
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { text, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) }
}

describe('the calendar', () => {
  it('has an all-day event with the name, the source and the page of each election', () => {
    const { text, events } = read([GENERAL])
    const [election] = events
    expect(election?.startDate.isDate).toBe(true)
    expect(election?.startDate.toString()).toBe('2024-11-05')
    expect(election?.uid).toBe('nc-2024-11-05-general')
    expect(election?.summary).toBe('North Carolina General Election')
    expect(election?.description).toBe(
      'NC, general\nElection office: https://example.org/a;b,c\nSources of the elections of NC here:\n- Board of NC https://example.org/list.csv',
    )
    expect(election?.component.getFirstPropertyValue('url')).toBe(
      'https://api.example.org/explore/elections/nc-2024-11-05-general',
    )
    expect(election?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    // Each line has at most 75 bytes (RFC 5545 section 3.1), and no day of the elections takes anybody's time.
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(election?.component.getFirstPropertyValue('transp')).toBe('TRANSPARENT')
  })

  it('has a tentative event for a possible runoff', () => {
    const [, runoff] = read([GENERAL]).events
    expect([runoff?.startDate.toString(), runoff?.summary]).toEqual([
      '2024-12-03',
      'Possible runoff: North Carolina General Election',
    ])
    expect(runoff?.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  })

  it('keeps a name in its line, whatever it holds', () => {
    const { events } = read([HOSTILE])
    expect(events).toHaveLength(1)
    expect(events[0]?.summary).toBe(
      HOSTILE.name.replace('\r\nEND', ' END').replace('\r\nS', ' S').replace('\u0007', ' '),
    )
  })

  it('has the same bytes for the same bundle, in every time zone', () => {
    const before = process.env.TZ
    try {
      const texts = ['Pacific/Auckland', 'America/Los_Angeles'].map((zone) => {
        process.env.TZ = zone
        return read([GENERAL]).text
      })
      expect(texts[0]).toBe(texts[1])
    } finally {
      process.env.TZ = before
    }
  })

  it('is a calendar also without elections', () => {
    expect(read([]).events).toEqual([])
  })
})
