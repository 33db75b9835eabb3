// Loads the console's style sheet, script and icon. Their URLs contain a hash, so that a browser requests each version once.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

export interface Asset {
  path: string
  /** With its version. */
  url: string
  version: string
  type: string
  body: Buffer
}

export type Assets = Readonly<Record<'style' | 'script' | 'icon', Asset>>

export const ASSET_PATHS = {
  style: '/console/style.css',
  script: '/console/comfort.js',
  icon: '/console/icon.svg',
} as const

export function loadAssets(): Assets {
  return {
    style: load(ASSET_PATHS.style, 'text/css; charset=utf-8'),
    script: load(ASSET_PATHS.script, 'text/javascript; charset=utf-8'),
    icon: load(ASSET_PATHS.icon, 'image/svg+xml'),
  }
}

function load(path: string, type: string): Asset {
  const body = readFileSync(projectFile('server', ...path.split('/').filter(Boolean)))
  const version = hash('sha256', body, 'base64url').slice(0, 16)
  return { path, url: `${path}?v=${version}`, version, type, body }
}
