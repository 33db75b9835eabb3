// Checks the address of a configured source: an https URL, or a path.

/** Values in these parameters are usually secrets, and the URL of a source is public. */
const SECRET = /token|secret|password|passwd|credential|signature|api[-_]?key|access[-_]?key|^(key|sig|auth)$/i

/** A part of an ArcGIS server's address. */
export const SERVICE = /\/(?:Feature|Map)Server(?:\/|$)/

/** True for a layer of an ArcGIS server: `…/FeatureServer/0`. */
export function isLayerAddress(url: string): boolean {
  return isUrl(url) && /\/(?:Feature|Map)Server\/\d{1,6}\/?$/.test(URL.parse(url)?.pathname ?? '')
}

export function isUrl(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(address)
}

/**
 * Returns what was expected instead, or undefined for a good address.
 * @param open whether the entry allows private networks; null for an override, which cannot
 */
export function findAddressFault(address: string, open: boolean | null): string | undefined {
  const secret = findSecretFault(address)
  if (secret !== undefined) return secret
  if (!isUrl(address)) {
    if (/^~/.test(address)) return 'a path without ~: write the whole path, or one from the folder of this file'
    return open ? 'no allow_private_network, which concerns URLs alone' : undefined
  }
  const url = URL.parse(address)
  if (!url || url.hostname === '') return 'an https URL, or the path of a file or folder'
  if (url.protocol === 'http:' && open === null) return 'an https URL, or the path of a file: an override has no http'
  if (url.protocol === 'http:' && !open) return 'https; http needs allow_private_network: true'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'an https URL, or the path of a file or folder'
  return undefined
}

/** Undefined if an address or a page has no part that may be secret; otherwise what was expected instead. */
export function findSecretFault(address: string): string | undefined {
  if (/\$\{/.test(address)) return 'an address without variables: a secret in an address is not supported'
  const url = isUrl(address) ? URL.parse(address) : null
  if (!url) return undefined
  if (url.username !== '' || url.password !== '')
    return 'a URL without user name and password: answers name it as the source'
  const secret = [...url.searchParams.keys()].find((name) => SECRET.test(name))
  if (secret !== undefined) return `a URL without the parameter ${secret}: answers name the URL as the source`
  return undefined
}
