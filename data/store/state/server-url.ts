// HUSTINGS_STATE: the URL of the database that stores the state in place of the SQLite file.

/** The schema that contains the state, unless the URL names another with `?schema=`. */
export const SCHEMA_DEFAULT = 'hustings'

/**
 * Undefined for the SQLite file. Throws a sentence without the password.
 * @param family `sample` has its own schema, as it has its own folder
 */
export function readStateServer(text: string | undefined, family: 'public' | 'sample'): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new Error(
      `the environment's HUSTINGS_STATE: got ${url ? `a URL of ${url.protocol}` : 'another text'}, expected postgres://… or postgresql://…, or nothing for the SQLite file`,
    )
  if (!isDecodable(url))
    throw new Error(
      "the environment's HUSTINGS_STATE: got a % that is not followed by two hexadecimal digits, expected %25 for a % in a user or a password",
    )
  if (family === 'sample') url.searchParams.set('schema', `${url.searchParams.get('schema') ?? SCHEMA_DEFAULT}_sample`)
  return url.href
}

/** The driver decodes these parts. */
function isDecodable({ username, password, host, pathname }: URL): boolean {
  try {
    return [username, password, host, pathname].map(decodeURIComponent).length > 0
  } catch {
    return false
  }
}
