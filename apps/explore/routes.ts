// Lists every page of the explorer. To add one, add a file here and a line below.

import { answerAgreement } from './agreement.ts'
import { answerLinkedBallot, answerPostedBallot } from './ballot.ts'
import { answerContest, answerEmbeddedContest } from './contest.ts'
import { answerCoverage } from './coverage.ts'
import { answerDistrict } from './districts.ts'
import { answerElection, answerElections } from './elections.ts'
import { answerEmbeddedEndorser, answerEndorser, answerEndorsers } from './endorsers.ts'
import type { ExplorerRoute } from './look.ts'
import { answerLinkedOfficeholders, answerPostedOfficeholders } from './officeholders.ts'
import { answerShare } from './share.ts'
import { answerSuggestions, showStart } from './start.ts'

export const explorerRoutes: readonly ExplorerRoute[] = [
  { method: 'GET', path: '/explore', answer: (look) => showStart(look) },
  { method: 'GET', path: '/explore/ballot', answer: answerLinkedBallot },
  { method: 'POST', path: '/explore/ballot', answer: answerPostedBallot },
  { method: 'GET', path: '/explore/officeholders', answer: answerLinkedOfficeholders },
  { method: 'POST', path: '/explore/officeholders', answer: answerPostedOfficeholders },
  { method: 'POST', path: '/explore/suggest', answer: answerSuggestions },
  { method: 'GET', path: '/explore/elections', answer: answerElections },
  { method: 'GET', path: '/explore/elections/{slug}', answer: answerElection },
  { method: 'GET', path: '/explore/elections/{slug}/agreement', answer: answerAgreement },
  { method: 'GET', path: '/explore/contests/{id}', answer: answerContest },
  { method: 'GET', path: '/explore/endorsers', answer: answerEndorsers },
  { method: 'GET', path: '/explore/endorsers/{slug}', answer: answerEndorser },
  { method: 'GET', path: '/explore/districts/{id}', answer: answerDistrict },
  { method: 'GET', path: '/explore/coverage', answer: answerCoverage },
  { method: 'GET', path: '/explore/share/contests/{id}', embeds: true, answer: answerShare },
  { method: 'GET', path: '/explore/embed/contests/{id}', embeds: true, answer: answerEmbeddedContest },
  { method: 'GET', path: '/explore/embed/endorsers/{slug}', embeds: true, answer: answerEmbeddedEndorser },
]
