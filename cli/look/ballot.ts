import type { Command } from 'commander'
import { dataOperations } from '../../data/schema/operations.ts'
import { BALLOT_DISTRICTS_SHOWN } from '../constants.ts'
import { addLocationCommand } from './location-command.ts'

const { query, response } = dataOperations.getBallot

export function addBallot(program: Command): void {
  addLocationCommand(program, {
    name: 'ballot',
    description: 'show the ballot at a location: the contests ahead, their choices, and who endorses them',
    query,
    load: async () => {
      const { ballot } = await import('../../server/v1/ballot.ts')
      const { formatBallot } = await import('./terminal/ballot-text.ts')
      return {
        route: ballot,
        format: (answer, look) => formatBallot(response.parse(answer).data, look, BALLOT_DISTRICTS_SHOWN),
      }
    },
  })
}
