// The frame that all apps share: the files that pages load, and the links of the header. The front page and /assets come with it.

import type { Guest, Host, HostEndpoint, TokenOperation } from '../../server/host.ts'
import { type Assets, createAssets } from './assets.ts'
import { type AnswerFront, createFrontPage } from './front.ts'
import type { AppLink, Shell } from './page.ts'

export interface Frame {
  assets: Assets
  /** For renderPage. */
  shell: Shell
  /** Every endpoint, those of the apps included. Complete when the first request comes. */
  endpoints: readonly HostEndpoint[]
}

/** An app for people or programs, which is mounted beside /v1. */
export interface App extends Guest {
  /** In the header of every page; absent for an app without pages. */
  link?: Omit<AppLink, 'path'>
  /** Answers `/`, in the place of the page for developers; null for a visitor who may not see it, whose request it has counted. */
  front?: AnswerFront
}

export type CreateApp = (host: Host, frame: Frame) => App

function toEndpoint({ path, id, summary }: TokenOperation): HostEndpoint {
  return { method: 'GET', path, id, summary, parameters: [] }
}

/** The apps with their frame; nothing without apps. @param apps in the order of the header's links */
export function createApps(host: Host, apps: readonly CreateApp[]): readonly Guest[] {
  if (apps.length === 0) return []
  const assets = createAssets(host)
  const [links, endpoints]: [AppLink[], HostEndpoint[]] = [[], []]
  // Scripts of apps import it by its path, and a browser runs a module once for each URL.
  const states = { url: assets.load('web/states.js').url.split('?')[0] ?? '' }
  const shell = { style: assets.load('web/style.css'), icon: assets.load('web/icon.svg'), states, links }
  const frame: Frame = { assets, shell, endpoints }
  const guests = apps.map((create) => create(host, frame))
  links.push(...guests.flatMap(({ path, link }) => (link ? [{ path, ...link }] : [])))
  const described = guests.flatMap(({ describe = [] }) => describe)
  const { data, live, files } = host.endpoints
  endpoints.push(...data, ...live, ...described.map(toEndpoint), ...files)
  const front = guests.find((guest) => guest.front)?.front
  return [createFrontPage(host, frame, front), assets.guest, ...guests]
}
