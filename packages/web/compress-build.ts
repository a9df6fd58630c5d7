import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this a compressed answer saves nothing. */
const leastBytes = 2_048
/** The two best levels gain 2 % for ten times the work. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Puts compressed files beside those that compress well, so that the server compresses nothing while it works. */
export const compressedFiles = (): Plugin => {
  let outDir = ''
  return {
    name: 'emberwatch-compressed-files',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      handler() {
        for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|svg|webmanifest)$/.test(name)) continue
          const path = join(outDir, name)
          const bytes = readFileSync(path)
          if (bytes.length < leastBytes) continue
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotli))
          writeFileSync(`${path}.gz`, gzipSync(bytes))
        }
      },
    },
  }
}
