// The two DuckDB files of a data folder. work.duckdb may be in use, and even a reader would stop its writer: of it, the header is read.

import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Paths } from '../../../data/store/paths.ts'
import { firstLine } from '../../output.ts'
import type { Finding } from '../doctor/finding.ts'

// DuckDB's main header: a checksum of 8 bytes, `DUCK`, the storage version (uint64), flags of 32 bytes, the version that wrote it.
const HEADER_BYTES = 84
const MAGIC_AT = 8
const STORAGE_AT = 12
const WRITER_AT = 52

interface Header {
  /** The number of the storage format. */
  storage: bigint
  /** Such as v1.5.6. */
  writer: string
}

/** Throws a sentence if it is no database of DuckDB. */
function readHeader(file: string): Header {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(descriptor)
  }
  if (bytes.toString('latin1', MAGIC_AT, STORAGE_AT) !== 'DUCK') throw new Error(`${file}: it is no database of DuckDB`)
  const writer = bytes.toString('latin1', WRITER_AT).replace(/\0.*$/s, '')
  return { storage: bytes.readBigUInt64LE(STORAGE_AT), writer }
}

/** The header that this version writes. */
async function ownHeader(): Promise<Header> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-upgrade-check-'))
  try {
    const { openWarehouse } = await import('../../../data/store/warehouse.ts')
    const file = join(folder, 'empty.duckdb')
    await (await openWarehouse(file)).close()
    return readHeader(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function checkWork({ work }: Paths, flag: string): Promise<Finding> {
  const check = 'work.duckdb'
  if (!existsSync(work)) return { check, status: 'ok', found: 'does not exist yet' }
  try {
    const [found, own] = [readHeader(work), await ownHeader()]
    const by = `storage format ${found.storage}, written by DuckDB ${found.writer}`
    if (found.storage <= own.storage) return { check, status: 'ok', found: by }
    return {
      ...{ check, status: 'fail' },
      found: `${by}; this version reads ${own.storage}`,
      next: `mv ${work} ${work}.old && hustings ingest${flag}   (after the switch; reads every source again from kept bytes)`,
    }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: `hustings doctor${flag}` }
  }
}

/** The file is sealed: a nightly replaces it whole. */
export async function checkWarehouse({ warehouse }: Paths, flag: string): Promise<Finding> {
  const check = 'warehouse'
  if (!existsSync(warehouse)) return { check, status: 'ok', found: 'does not exist yet' }
  try {
    const { openWarehouse } = await import('../../../data/store/warehouse.ts')
    const opened = await openWarehouse(warehouse, { readonly: true })
    try {
      const [row] = await opened.all<{ tables: number }>('SELECT count(*) AS tables FROM duckdb_tables()')
      return { check, status: 'ok', found: `${row?.tables} tables, written by DuckDB ${readHeader(warehouse).writer}` }
    } finally {
      await opened.close()
    }
  } catch (error) {
    return { check, status: 'warn', found: firstLine(error), next: `hustings nightly${flag}   (writes it again)` }
  }
}
