// San Francisco's measures since 1907, which a project collected from the city's library.

import { SF_DATE_FIXES, SF_NOT_YES_NO } from '../../../data/reference/sf-measures.ts'
import { rawUrl } from '../../boundary/publisher.ts'
import { parseMonthDayYear } from '../../read/calendar-date.ts'
import { readCsv } from '../../read/csv.ts'
import type { FetchedFile, ReadContext, Sink, Source } from '../../read/source.ts'
import { writeBallot } from '../write.ts'
import { CITY } from './division.ts'
import { sfElection } from './election.ts'
import { SF_MEASURE_COLUMNS, type SfMeasure, type SfMeasureLine, toSfMeasure } from './measure.ts'

export const sfMeasures: Source = {
  id: 'sf-measures',
  publisher: 'sf-ballot-measures, from the San Francisco Public Library',
  url: 'https://github.com/nrjones8/sf-ballot-measures',
  licence: 'Public record',
  vintage: '1907–2018',
  published_on: '2019-10-06',
  states: ['CA'],
  files: [
    {
      url: rawUrl(
        'nrjones8/sf-ballot-measures',
        'c2ab2a568b7af1049b2858c370a2702f323b866e',
        'data/ballot_measure_history.csv',
      ),
      mirror: 'ballots/measures/sf_ballot_measure_history.csv.gz',
    },
  ],
  personal: [],
  family: 'public',
  // The state's propositions are not included.
  lists: { kinds: ['measure'], whole_in: [CITY.ocd_id], levels: ['county'] },
  read: readSfMeasures,
}

/** Places measures after the offices that other sources number on the same ballots. */
const BEHIND_OFFICES = 1000

function readSfMeasures([file]: readonly FetchedFile[], { states }: ReadContext, sink: Sink): void {
  if (!file || !states.has('CA')) return
  const elections = new Map<string, SfMeasure[]>()
  const seen = new Set<string>()
  for (const { line, record } of readCsv(file, { columns: SF_MEASURE_COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const say = (
      field: keyof SfMeasureLine,
      code: string,
      severity: 'mended' | 'ignored' | 'refused',
      message: string,
    ) => sink.issue({ ...at, field, code, value: record[field], message, severity })
    const said = parseMonthDayYear(record.election_date)
    if (said === undefined) {
      say('election_date', 'bad-value', 'refused', 'expected a date such as 11/8/2016; the line is left out')
      continue
    }
    const date = SF_DATE_FIXES[said] ?? said
    if (date !== said) say('election_date', 'mended-date', 'mended', `the election was on ${date}`)
    const number = record.prop_letter_or_num.trim()
    if (SF_NOT_YES_NO.includes(`${date} ${number}`)) {
      say('prop_letter_or_num', 'not-yes-no', 'refused', 'voters chose one of several answers; the measure is left out')
      continue
    }
    const votes = `${date} ${number} ${record.num_yes_votes}`
    if (seen.has(votes)) {
      say('prop_letter_or_num', 'repeated-line', 'ignored', 'the file already has this measure with the same votes')
      continue
    }
    seen.add(votes)
    const measures = elections.get(date) ?? []
    elections.set(date, measures)
    measures.push(toSfMeasure(record, { date, number, at }, sink))
  }
  for (const [date, measures] of [...elections].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = measures
    const contests = measures
      .toSorted((a, b) => a.order - b.order)
      .map(({ contest }, index) => ({ ...contest, ballot_order: BEHIND_OFFICES + index + 1 }))
    if (first) writeBallot(sfElection(date), first.contest.at, contests, sink)
  }
}
