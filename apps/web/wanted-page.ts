// The page that a visitor asked for before signing in. It stands in the address of the sign-in, and leads nowhere but into our own apps.

/** Paths of the apps that may ask for a sign-in. */
const APPS = /^\/(?:console|desk|explore)(?:\/|$)/
/** Only to resolve a path. */
const ORIGIN = 'http://service'

/** The sign-in page, which leads to the wanted page afterwards. @param wanted path and query; null: the account's first page */
export function signInPath(wanted: string | null, done?: 'ended'): string {
  const path = findWantedPage(wanted)
  const query = new URLSearchParams({ ...(done !== undefined && { done }), ...(path !== undefined && { to: path }) })
  return query.size === 0 ? '/console/sign-in' : `/console/sign-in?${query}`
}

/** Undefined unless the text is a page of these apps, read as a browser reads a Location: such as `/\host` and `/.//host`, which lead elsewhere. */
export function findWantedPage(text: string | null): string | undefined {
  if (text === null || !text.startsWith('/') || !URL.canParse(text, ORIGIN)) return undefined
  const { origin, pathname, searchParams } = new URL(text, ORIGIN)
  if (origin !== ORIGIN || !APPS.test(pathname)) return undefined
  // The notice of an earlier action, and the language, which is that of the sign-in.
  for (const name of ['done', 'lang']) searchParams.delete(name)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}
