// Recognises a web page that a publisher sends in place of a file.

import { FileGone, FileRefused } from '../read/source.ts'

/**
 * Throws FileRefused for a page in place of the file: publishers send "Request Rejected" with the status 200. Throws FileGone if the page
 * says that it was not found, as elections.maryland.gov and in.gov do with the status 200.
 */
export function refuseWebPage(from: string, name: string, bytes: Uint8Array): void {
  if (!isWebPage(bytes) || /\.html?$/.test(name)) return
  const Kind = saysNotFound(bytes) ? FileGone : FileRefused
  throw new Kind(`${from} gives a web page instead of the file: ${titleOf(bytes)}`, { file: name })
}

function saysNotFound(bytes: Uint8Array): boolean {
  return /<(?:title|h1)\b[^<>]{0,200}>[^<]{0,200}\bpage not found\b/i.test(
    Buffer.from(bytes.subarray(0, 65_536)).toString(),
  )
}

/** A comment may only end at its first `-->`: otherwise each comment doubles the time of matching. */
function isWebPage(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(!doctype html|html|head|body)[\s>]/is.test(
    Buffer.from(bytes.subarray(0, 1024)).toString(),
  )
}

function titleOf(bytes: Uint8Array): string {
  const [, title = 'no title'] =
    /<title[^<>]*>([^<]{1,200})/i.exec(Buffer.from(bytes.subarray(0, 4096)).toString()) ?? []
  return JSON.stringify(title.trim())
}
