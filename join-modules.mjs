// Joins the command line's modules, and those of its packages, into dist/cli.js and a few files in dist/chunks/: a command that opens a
// thousand small files starts half as fast. The modules that `tsc` wrote stay beside them: worker threads run them, programs import the
// client, and the hash of the code covers them. The reader of a county file is joined for browsers.

import { rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist/chunks', { recursive: true, force: true })

await build({
  entryPoints: ['cli.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  legalComments: 'eof',
  // Native code, and packages that open files beside their own.
  external: ['@duckdb/node-bindings*', '@resvg/resvg-wasm', 'pg-native', 'pino', 'unpdf'],
  // Packages in CommonJS call `require`.
  banner: {
    js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);",
  },
  logLevel: 'warning',
})

// For browsers: the explorer's recommendations, the reader of a county file, and the script of its page.
const browser = { bundle: true, minify: true, platform: 'browser', target: 'es2022', logLevel: 'warning' }
await build({ ...browser, entryPoints: ['apps/web/ballot/advice.ts'], outfile: 'dist/advice.js', format: 'esm' })
await build({ ...browser, entryPoints: ['client/county/reader.ts'], outfile: 'dist/county.js', format: 'esm' })
await build({
  ...browser,
  entryPoints: ['client/county/addresses.ts'],
  outfile: 'dist/county-addresses.js',
  format: 'esm',
})
await build({ ...browser, entryPoints: ['client/county/page.js'], outfile: 'dist/county-page.js', format: 'iife' })
