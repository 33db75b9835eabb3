// Opens object storage. The client of S3 is loaded only if it is used.

import { s3Environment } from '../paths.ts'
import { openFolder } from './folder.ts'
import { openHttps } from './https.ts'
import { nameLocation, type ObjectLocation } from './location.ts'
import type { ObjectReader, ObjectStore } from './store.ts'

/** Throws a sentence if credentials are missing. Sends no request. @param stop ends every request and stream */
export async function openObjectReader(location: ObjectLocation, stop?: AbortSignal): Promise<ObjectReader> {
  return location.kind === 'https' ? openHttps(location.url, stop) : openObjectStore(location, stop)
}

/** Like openObjectReader, for writing too. */
export async function openObjectStore(location: ObjectLocation, stop?: AbortSignal): Promise<ObjectStore> {
  switch (location.kind) {
    case 's3': {
      const { openS3 } = await import('./s3.ts')
      return openS3(location, s3Environment(), stop)
    }
    case 'folder':
      return openFolder(location.root, stop)
    case 'https':
      throw new Error(
        `HUSTINGS_PARTS is ${nameLocation(location)}, which can only be read; expected s3://bucket/prefix or a folder on the machine that publishes`,
      )
    default:
      return location satisfies never
  }
}
