import type { PublishedBundle } from '../../../server/serving/bundles.ts'

/** A bundle under a publication number, as a server opens it. */
export function published(bundle: string, publication = 1): PublishedBundle {
  return { publication, bundle, epoch: '00'.repeat(8), seq: publication }
}
