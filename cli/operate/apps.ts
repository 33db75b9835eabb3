// The apps that `serve` mounts beside /v1: the one place that knows all of them.

import type { CreateApp } from '../../apps/web/frame.ts'
import type { ServerOptions } from '../../server/config.ts'

/** In the order of the header's links. To remove an app, delete its folder and its line. */
const APPS = {
  explore: async () => (await import('../../apps/explore/explore.ts')).createExplorer,
  docs: async () => (await import('../../apps/docs/docs.ts')).createDocs,
  desk: async () => (await import('../../apps/desk/desk.ts')).createDesk,
  console: async () => (await import('../../apps/console/console.ts')).createConsole,
  corrections: async () => (await import('../../apps/corrections/corrections.ts')).createCorrections,
  syndication: async () => (await import('../../apps/syndication/syndication.ts')).createSyndication,
  style: async () => (await import('../../apps/explore/style-page.ts')).createStylePage,
} satisfies Readonly<Record<string, () => Promise<CreateApp>>>

/**
 * Loads the chosen apps, and no others.
 * @param names null: all but the page of maintainers. Throws an Error for an unknown name
 */
export async function loadApps(names: readonly string[] | null): Promise<NonNullable<ServerOptions['guests']>> {
  const unknown = names?.find((name) => !Object.hasOwn(APPS, name))
  if (unknown !== undefined)
    throw new Error(
      `the environment's HUSTINGS_APPS: got ${JSON.stringify(unknown)}, expected names out of ${Object.keys(APPS).join(', ')}, with commas between them`,
    )
  const chosen = Object.entries(APPS).filter(([name]) => (names === null ? name !== 'style' : names.includes(name)))
  const apps = await Promise.all(chosen.map(([, load]) => load()))
  const { createApps } = await import('../../apps/web/frame.ts')
  return (host) => createApps(host, apps)
}
