// How to cite a snapshot, in the Citation File Format 1.2.0 (https://citation-file-format.github.io).

import type { SnapshotAbout } from './contents.ts'

/** YAML: a JSON text is a YAML text. */
export function describeCitation({ bundle, name, day, version }: SnapshotAbout): string {
  const title = `U.S. elections, ballots and endorsements as of ${day}${name === null ? '' : ` (${name})`}`
  return `cff-version: 1.2.0
message: Cite the snapshot by its bundle id, and credit the publishers of its sources, which the manifest names.
type: dataset
title: ${JSON.stringify(title)}
authors:
  - name: ${JSON.stringify(`Hustings ${version}, from the publishers' files`)}
version: ${JSON.stringify(bundle)}
date-released: ${day}
identifiers:
  - type: other
    value: ${JSON.stringify(`sha256:${bundle}`)}
    description: "The id of the bundle: the hash of its parts. To reproduce it: hustings snapshot verify FILE --rebuild"
`
}
