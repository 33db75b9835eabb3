import { PARTY_WORDS } from '../../../data/reference/party-labels.ts'

/** `DEM` and `Democratic Party` → `Democratic`; null if the words mean no party. An unlisted party keeps its printed name. */
export function partyOf(printed: string): string | null {
  const folded = printed.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()
  return Object.hasOwn(PARTY_WORDS, folded) ? (PARTY_WORDS[folded] ?? null) : printed
}

/** As partyOf, for the names of parties: `U.S. Taxpayers Party` → `U.S. Taxpayers`. */
export function plainParty(printed: string): string | null {
  return partyOf(printed.trim())?.replace(/ party$/i, '') ?? null
}
