// The history of a position: what an editor did.

import type { DeskPosition } from './position.ts'

export const DESK_ACTIONS = ['published', 'corrected', 'scheduled', 'unscheduled', 'withdrawn', 'imported'] as const
export type DeskAction = (typeof DESK_ACTIONS)[number]

export interface DeskChange {
  id: number
  contest_id: number
  at: string
  by: string
  action: DeskAction
  /** Of the contest. */
  title: string
  /** Null for a withdrawal. */
  position: DeskPosition | null
  publish_at: string | null
}
