/** A bundle that stays until it is unpinned. */
export interface Pin {
  bundle: string
  name: string | null
  pinned_at: string
}
