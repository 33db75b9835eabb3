import type { Command } from 'commander'
import { pathsOf } from '../options.ts'
import { type OfflineCommandOptions, withAsOf } from './ask-offline.ts'

export function addMcp(program: Command): void {
  withAsOf(
    program
      .command('mcp')
      .description('serve ballots, contests, endorsements, recommendations and coverage to an MCP client over stdio')
      .option('--sample', 'use the embedded sample, in its own folder, instead of the real sources'),
  )
    .addHelpText(
      'after',
      `
An MCP client starts this command itself: docs/access.md has its settings. The tools only read. The answers come from the
data folder of this machine: a location is sent to no other service and written nowhere. The client's model sees it.`,
    )
    .action(async (options: OfflineCommandOptions) => {
      const { serveTools } = await import('./mcp-server.ts')
      await serveTools({ paths: pathsOf(options), asOf: options.asOf, now: Date.now, steady: () => performance.now() })
    })
}
