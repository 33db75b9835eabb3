// Every question, in the order of the report. CONTRIBUTING.md says how to add one.

import type { Question } from './question.ts'
import {
  bareSurname,
  endorsedElsewhere,
  garbledName,
  hasChoices,
  measureAnswers,
  onlyWinners,
  partyRivals,
  partyShown,
  uncontested,
  votesAllowed,
  writeInLine,
} from './questions/choices.ts'
import { houseDue, legislatureDue, rankedChoice, runoff, statewideDue } from './questions/elections.ts'
import { chambers, governors, houseSeats, senateSeats } from './questions/holders.ts'
import {
  areaContests,
  contestDrawn,
  contestInside,
  contestOutside,
  grid,
  holderInside,
  holderOutside,
  seatDistricts,
} from './questions/places.ts'
import { coverageKept, electionDistricts, oneCurrentRecord, sameTitle } from './questions/records.ts'

const ofTheNation = { ofTheNation: true, sampled: false }
const ofAnyElection = { ofTheNation: false, sampled: false }
const atPlaces = { ofTheNation: false, sampled: true }

export const QUESTIONS: readonly Question[] = [
  {
    id: 'holder-inside',
    asks: 'Is each holder found at a point inside the district?',
    ...atPlaces,
    answer: holderInside,
  },
  {
    id: 'holder-outside',
    asks: 'Is no holder found at a point of the district beside theirs?',
    ...atPlaces,
    answer: holderOutside,
  },
  {
    id: 'seat-districts',
    asks: 'Does the ballot of a point list the district of each present holder?',
    ...atPlaces,
    answer: seatDistricts,
  },
  {
    id: 'house-seats',
    asks: 'Does the House have its 435 members and 6 delegates, one for each district?',
    ...ofTheNation,
    answer: houseSeats,
  },
  { id: 'senate-seats', asks: 'Has each state two senators, of its two classes?', ...ofTheNation, answer: senateSeats },
  { id: 'governors', asks: 'Has each state and territory a governor?', ...ofTheNation, answer: governors },
  { id: 'chambers', asks: 'Has each of the 99 chambers its members?', ...ofTheNation, answer: chambers },
  {
    id: 'contest-inside',
    asks: 'Is each drawn contest on the ballot of a point inside its district, once?',
    ...atPlaces,
    answer: contestInside,
  },
  { id: 'contest-outside', asks: 'Is it absent in the district beside it?', ...atPlaces, answer: contestOutside },
  {
    id: 'contest-drawn',
    asks: 'Is each contest of the House and of a legislature drawn?',
    ...ofAnyElection,
    answer: contestDrawn,
  },
  {
    id: 'grid',
    asks: 'Has each point of a grid at most one certain and three possible districts of a chamber?',
    ...atPlaces,
    answer: grid,
  },
  {
    id: 'area-contests',
    asks: 'Has the ballot of a ZIP code, county or city the contest of each district that it lists?',
    ...atPlaces,
    answer: areaContests,
  },
  {
    id: 'one-current-record',
    asks: 'Is each district in force drawn once?',
    ...ofAnyElection,
    answer: oneCurrentRecord,
  },
  {
    id: 'election-districts',
    asks: 'Does an election list the districts of its contests?',
    ...ofAnyElection,
    answer: electionDistricts,
  },
  {
    id: 'coverage-kept',
    asks: 'Does a ballot of a state whose coverage is full lack no kind of contest?',
    ...ofAnyElection,
    answer: coverageKept,
  },
  {
    id: 'house-due',
    asks: 'Has each general election each House seat of the state?',
    ...ofTheNation,
    answer: houseDue,
  },
  { id: 'legislature-due', asks: 'Has it each legislative seat that is due?', ...ofTheNation, answer: legislatureDue },
  {
    id: 'statewide-due',
    asks: 'Has it the President, the senator and the governor who are due?',
    ...ofTheNation,
    answer: statewideDue,
  },
  { id: 'ranked-choice', asks: 'Are choices ranked where the law ranks them?', ...ofTheNation, answer: rankedChoice },
  {
    id: 'runoff',
    asks: 'Is a majority required where the law requires it, with the day of the runoff?',
    ...ofTheNation,
    answer: runoff,
  },
  {
    id: 'same-title',
    asks: 'Can each contest be told from the others of its district?',
    ...ofAnyElection,
    answer: sameTitle,
  },
  { id: 'has-choices', asks: 'Has each race somebody to choose?', ...ofAnyElection, answer: hasChoices },
  { id: 'bare-surname', asks: 'Has each candidate more than a family name?', ...ofAnyElection, answer: bareSurname },
  { id: 'garbled-name', asks: 'Is each name written as people write it?', ...ofAnyElection, answer: garbledName },
  {
    id: 'write-in-line',
    asks: 'Is each choice a person, and no line for write-ins or other counts?',
    ...ofAnyElection,
    answer: writeInLine,
  },
  {
    id: 'party-shown',
    asks: 'Has each candidate of a partisan contest a party?',
    ...ofAnyElection,
    answer: partyShown,
  },
  {
    id: 'party-rivals',
    asks: 'Has each party one candidate for President, Governor, or a seat in Congress?',
    ...ofAnyElection,
    answer: partyRivals,
  },
  {
    id: 'only-winners',
    asks: 'Does an election with one candidate for each seat say that they won?',
    ...ofAnyElection,
    answer: onlyWinners,
  },
  {
    id: 'uncontested',
    asks: 'Has an uncontested race one candidate for each seat?',
    ...ofAnyElection,
    answer: uncontested,
  },
  {
    id: 'votes-allowed',
    asks: 'May a voter mark as many choices as there are seats?',
    ...ofAnyElection,
    answer: votesAllowed,
  },
  {
    id: 'measure-answers',
    asks: 'Has each measure an answer for and one against?',
    ...ofAnyElection,
    answer: measureAnswers,
  },
  {
    id: 'endorsed-elsewhere',
    asks: 'Does each endorsement name a choice of its own district?',
    ...ofAnyElection,
    answer: endorsedElsewhere,
  },
]
