// Describes an export: datapackage.json (Frictionless Data Package, https://specs.frictionlessdata.io/data-package/) and LICENCES.md.

import { LICENCES } from '../../data/reference/licences.ts'
import { mediaTypeOf } from '../../data/store/exports.ts'
import { TABLES_VERSION } from '../constants.ts'
import type { ColumnType, ExportTable } from './tables.ts'

/** A written file of the export. */
export interface ExportedFile {
  /** Its name in the folder. */
  path: string
  bytes: number
  sha256: string
}

/** What LICENCES.md says of a source. */
export interface CreditedSource {
  id: string
  publisher: string
  licence: string
  vintage: string | null
  published_on: string
  url: string
}

export interface Described {
  bundle: string
  /** Tables with the file of each format. */
  resources: readonly { table: ExportTable; files: readonly ExportedFile[] }[]
  sources: readonly CreditedSource[]
}

const FIELD_TYPES: Readonly<Record<ColumnType, string>> = {
  ...{
    BIGINT: 'integer',
    INTEGER: 'integer',
    DOUBLE: 'number',
    BOOLEAN: 'boolean',
    VARCHAR: 'string',
    DATE: 'date',
    TIMESTAMP: 'datetime',
  },
  ...{ JSON: 'object', 'VARCHAR[]': 'array' },
}

/** The text of datapackage.json. It has no time, so that the same bundle gives the same file. */
export function describePackage({ bundle, resources, sources }: Described): string {
  const licences = [...new Set(sources.map(({ licence }) => licence))].sort()
  return toText({
    profile: 'data-package',
    name: 'hustings-export',
    id: bundle,
    title: 'U.S. elections: contests, endorsements, districts and officeholders',
    version: TABLES_VERSION,
    licenses: licences.map((name) => ({ title: name, ...pathOf(name) })),
    sources: sources.map(({ publisher, url }) => ({ title: publisher, path: url })),
    resources: resources.flatMap(({ table, files }) => files.map((file) => describeFile(table, file))),
  })
}

function describeFile({ name, comment, key, columns }: ExportTable, { path, bytes, sha256 }: ExportedFile): unknown {
  const format = path.slice(path.lastIndexOf('.') + 1)
  return {
    ...{ name: path, path, title: name, description: comment },
    ...{ format, mediatype: mediaTypeOf(path), bytes, hash: `sha256:${sha256}` },
    ...(format === 'csv' && { profile: 'tabular-data-resource', encoding: 'utf-8' }),
    schema: {
      fields: columns.map((column) => ({
        ...{ name: column.name, type: FIELD_TYPES[column.type], description: column.comment },
      })),
      primaryKey: key,
    },
  }
}

/** The text of LICENCES.md: what each publisher asks of those who pass its data on. */
export function describeLicences(sources: readonly CreditedSource[]): string {
  const sections = [...new Set(sources.map(({ licence }) => licence))].sort().map((licence) => {
    const { path } = pathOf(licence)
    const terms = findLicence(licence)?.terms ?? 'See the publisher.'
    const rows = sources
      .filter((source) => source.licence === licence)
      .map(({ id, publisher, url, vintage, published_on }) => {
        const of = [`\`${id}\``, publisher, vintage ?? '', published_on, url]
        return `| ${of.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
      })
    return `## ${licence}\n\n${terms}${path ? ` ${path}` : ''}\n\n| source | publisher | vintage | published on | files |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Licences of the data\n\nThe files of this folder contain data of these sources. Keep this page with every copy.\n\n${sections.join('\n')}`
}

function pathOf(licence: string): { path?: string } {
  const url = findLicence(licence)?.url
  return url ? { path: url } : {}
}

function findLicence(name: string): { url: string | null; terms: string } | undefined {
  return Object.entries(LICENCES).find(([one]) => one === name)?.[1]
}

export function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
