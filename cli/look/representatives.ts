import type { Command } from 'commander'
import { dataOperations } from '../../data/schema/operations.ts'
import { addLocationCommand } from './location-command.ts'

const { query, response } = dataOperations.getRepresentatives

export function addRepresentatives(program: Command): void {
  addLocationCommand(program, {
    name: 'representatives',
    description: 'show who represents a location, federal first, and how to reach them',
    query,
    load: async () => {
      const { representatives } = await import('../../server/v1/officeholders.ts')
      const { formatRepresentatives } = await import('./terminal/representatives-text.ts')
      return {
        route: representatives,
        format: (answer, look) => formatRepresentatives(response.parse(answer).data, look),
      }
    },
  })
}
