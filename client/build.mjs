// Makes the package: joins the modules into dist/client.js, and puts beside it the declarations that `tsc` wrote, which need no other
// package. Those of schema.ts are written here from the same schemas, as JSON Schema states them.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { z } from 'zod'
import { errorBody } from '../dist/data/schema/envelope.js'
import { dataOperations, liveOperations } from '../dist/data/schema/operations.js'
import { everyData } from '../dist/data/schema/parameter.js'
import { subscriptionInput } from '../dist/data/schema/subscription.js'
import { RECONNECT_REASONS } from '../dist/data/schema/vocabulary.js'

const file = (name) => fileURLToPath(new URL(name, import.meta.url))

rmSync(file('dist'), { recursive: true, force: true })
await build({
  ...{ entryPoints: [file('client.ts')], outfile: file('dist/client.js'), bundle: true, format: 'esm' },
  ...{ platform: 'neutral', target: 'es2022', logLevel: 'warning' },
})
writeFileSync(file('LICENSE'), readFileSync(file('../LICENSE')))
mkdirSync(file('dist'), { recursive: true })
for (const name of ['client', 'request', 'stream']) {
  const text = readFileSync(file(`../dist/client/${name}.d.ts`), 'utf8')
  if (/from '(?!\.\/)/.test(text)) throw new Error(`${name}.d.ts imports something outside the package`)
  writeFileSync(file(`dist/${name}.d.ts`), text.replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
}
writeFileSync(file('dist/schema.d.ts'), declareSchema())

function declareSchema() {
  const operations = Object.entries({ ...dataOperations, ...liveOperations })
  const queries = operations.map(([id, { query }]) => [
    id,
    id in dataOperations ? query.extend(everyData.shape) : query,
  ])
  const bodies = operations.map(([id, { response }]) => [id, response ?? z.null()])
  const input = z.toJSONSchema(z.object({ ...Object.fromEntries(queries), subscriptionInput }), { io: 'input' })
  const reason = z.enum(RECONNECT_REASONS).meta({ id: 'ReconnectReason' })
  const output = z.toJSONSchema(z.object({ ...Object.fromEntries(bodies), errorBody, reason }), { io: 'output' })
  const named = new Map()
  for (const [name, schema] of [...Object.entries(input.$defs), ...Object.entries(output.$defs)]) {
    const text = declare(name, schema)
    if ((named.get(name) ?? text) !== text) throw new Error(`${name} is not the same in requests and in answers`)
    named.set(name, text)
  }
  const lines = operations.map(([id, { path }]) => {
    const query = toType(input.properties[id], '    ')
    return `  ${id}: {\n    path: '${path}'\n    query: ${query}\n    body: ${toType(output.properties[id], '    ')}\n  }\n`
  })
  const head = '// The operations of /v1 and their records, written from the schemas of the server.\n\n'
  return `${head}export interface Operations {\n${lines.join('')}}\n${[...named.values()].join('')}`
}

function declare(name, schema) {
  const isInterface = schema.type === 'object' && schema.properties !== undefined
  const type = toType(schema, '')
  return `\n${comment(schema, '')}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
}

/** @param margin of the line in which the type begins */
function toType(schema, margin) {
  if (schema.$ref !== undefined) return schema.$ref.slice('#/$defs/'.length)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((one) => toType(one, margin)))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => toType({ ...schema, type }, margin)).join(' | ')
  if (schema.type === 'integer') return 'number'
  if (['string', 'number', 'boolean', 'null'].includes(schema.type)) return schema.type
  if (schema.type === 'array' && schema.items !== undefined) {
    const item = toType(schema.items, margin)
    return item.includes('|') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') return toObject(schema, margin)
  throw new Error(`No type for the schema ${JSON.stringify(schema)}`)
}

function toObject({ properties, required = [], additionalProperties }, margin) {
  if (properties === undefined) return `{ [name: string]: ${toType(additionalProperties, margin)} }`
  const inner = `${margin}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = toType(schema, inner)
    return `${comment(schema, inner)}${inner}${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`}\n`
  })
  // Of a voting rule and its like, further keys may come.
  if (JSON.stringify(additionalProperties) === '{}') lines.push(`${inner}[name: string]: unknown\n`)
  return lines.length === 0 ? 'unknown' : `{\n${lines.join('')}${margin}}`
}

function comment({ description }, margin) {
  // Here lists are arrays, which the client joins.
  const text = description?.replace(/^Comma-separated\. /, '').replaceAll('*/', '* /')
  return text === undefined ? '' : `${margin}/** ${text} */\n`
}
