// The choices of a feed, in this service's words.

import { slug } from '../../identity.ts'
import type { Sink } from '../../source.ts'
import type { ListedChoice } from '../listed.ts'
import { readable } from '../title-case.ts'
import type { FeedChoice, FeedContest, FeedText } from './feed.ts'
import { partyOf } from './party.ts'

/** One without a name is an issue `missing-name`, and left out. */
export function candidatesOf({ choices, name }: FeedContest, sink: Sink): ListedChoice[] {
  return choices.flatMap((choice) => {
    if (slug(choice.label.en) !== '') return candidate(choice)
    const message = 'this candidate has no name; the line is left out'
    sink.issue({ ...choice.at, field: null, code: 'missing-name', value: name, message, severity: 'refused' })
    return []
  })
}

function candidate({ at, label, parties, withdrawn, designation }: FeedChoice): ListedChoice {
  const [first] = parties
  const party = first === undefined ? null : partyOf(first)
  const printed = parties.join(' / ')
  return {
    at,
    label: label.en,
    label_es: label.es,
    ...(/^none of (these candidates|the above)$/i.test(label.en) ? { option: 'none_of_these' as const } : {}),
    party,
    party_label: printed === '' || printed === party ? null : printed,
    withdrawn,
    ballot_designation: designation,
  }
}

const YES: FeedText = { en: 'Yes', es: 'Sí' }
const NO: FeedText = { en: 'No', es: 'No' }

/** A measure without just one yes and one no is an issue `unanswerable-measure` and undefined; without any answer it has Yes and No. */
export function answersOf({ at, title, choices }: FeedContest, sink: Sink): ListedChoice[] | undefined {
  const known = choices.filter(({ answer }) => answer !== null)
  const answers = known.map(({ answer }) => answer).sort()
  if (choices.length === 0) {
    const message = 'names no answers; read as Yes and No'
    sink.issue({ ...at, field: null, code: 'no-answers', value: title.en, message, severity: 'mended' })
    return [
      { at, label: YES.en, label_es: YES.es, answer: 'yes' },
      { at, label: NO.en, label_es: NO.es, answer: 'no' },
    ]
  }
  if (answers.join() !== 'no,yes') {
    const message = `has the answers ${answers.join(', ') || 'of none of its choices'}, expected one yes and one no; it is left out`
    sink.issue({ ...at, field: null, code: 'unanswerable-measure', value: title.en, message, severity: 'refused' })
    return undefined
  }
  return known.map(({ at, label, answer }) => ({
    at,
    label: readable(label.en),
    label_es: label.es,
    ...(answer === null ? {} : { answer }),
  }))
}
