// The file sources.yaml: as `init` writes it, and as it is edited.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { projectFile } from '../../../data/store/paths.ts'

/** Undefined if there is none. */
export function findSourcesFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Readers see the old text or the complete new one. Other users of the machine may not read it. */
export function writeSourcesFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.writing`
  writeFileSync(beside, text, { mode: 0o600, flush: true })
  chmodSync(beside, 0o600)
  renameSync(beside, file)
}

/** Every key that it shows is in a comment, so that it changes nothing. */
export function initialFile(): string {
  return `# yaml-language-server: $schema=${projectFile('data', 'reference', 'sources.schema.json')}
# Your own sources. docs/operator.md, "Add your own sources", explains every key. This file changes nothing until you edit it.
# After an edit: hustings sources list   (names line and key of each mistake), then hustings nightly.
version: 1

# Endorsements in the interchange format (data/reference/endorsements.md), at a URL, or in a file or folder of this machine.
# A path that does not begin with / begins in the folder of this file.
endorsement_feeds:
#  - id: city-paper
#    publisher: The City Paper
#    url: https://example.org/.well-known/endorsements.json
#    page: https://example.org/endorsements
#    licence: CC-BY-4.0
#    format: json
#    endorsers: [city-paper]

# Ballots in the format of the Voting Information Project, versions 2, 3, 5 and 6.
vip_feeds:
#  - id: example-county-vip
#    publisher: Example County Board of Elections
#    url: feeds/example-county
#    page: https://example.org/elections
#    licence: Public record
#    states: [NC]

# Ballot definitions in NIST's format (SP 1500-20).
nist_feeds:
#  - id: example-state-ballots
#    publisher: Example State Board of Elections
#    url: https://example.org/ballot-definition.json
#    page: https://example.org/elections
#    licence: Public record
#    states: [NC]
#    format: json

# Districts of a city or county: GeoJSON in degrees, or a zipped shapefile.
district_files:
#  - id: example-city-council
#    publisher: City of Example
#    url: https://example.org/council.geojson
#    page: https://example.org/council
#    licence: Public record
#    states: [NC]
#    layer: council
#    id_column: DISTRICT
#    ocd_id: ocd-division/country:us/state:nc/place:example/council_district:{id}
#    name: Example City Council District {id}
#    plan: 2022
#    valid_from: 2022-01-01

# Addresses of a county: files of OpenAddresses, or in its form (GeoJSON lines or CSV, also gzipped or zipped).
address_files:
#  - id: example-county-addresses
#    publisher: Example County
#    url: https://example.org/source.geojson.gz
#    page: https://example.org/addresses
#    licence: Public record
#    states: [NC]

# Counties whose street ranges are read from the Census Bureau's newest edition.
street_ranges:
#  - 37183

# Other addresses of built-in sources: an https URL, or a path.
overrides:
#  geonames-zip: https://mirror.example.org/US.zip

# Built-in sources that are not read.
disabled:
#  - dc-results-2022
`
}
