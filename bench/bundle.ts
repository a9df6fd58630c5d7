import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Bench } from './bench.ts'

const dist = join(import.meta.dirname, '..', 'packages', 'web', 'dist')

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** The scripts that the browser loads for an entry: its own and everything it imports. */
const closure = (manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

const kilobytes = (manifest: Manifest, keys: ReadonlySet<string>): number =>
  [...keys].reduce((sum, key) => {
    const file = manifest[key]?.file
    return file?.endsWith('.js') ? sum + gzipSync(readFileSync(join(dist, file))).length : sum
  }, 0) / 1024

const chunksFor = (manifest: Manifest, ...sources: RegExp[]): string[] =>
  sources.flatMap((source) => {
    const found = Object.keys(manifest).filter((key) => source.test(manifest[key]?.src ?? key))
    if (found.length === 0) throw new Error(`the build has no chunk of ${String(source)}`)
    return found
  })

/** Reads the scripts from vite's manifest of the production build. */
export const bench: Bench = {
  name: 'bundle',
  about: 'gzipped JavaScript that the browser loads until the sign-in page, and until the first list page, work',
  rounds: 1,
  targets: { login_KB: { most: 150 }, first_list_KB: { most: 350 } },
  async run() {
    const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
    const page = readFileSync(join(dist, 'index.html'), 'utf8')
    const entries = Object.keys(manifest).filter((key) => page.includes(manifest[key]?.file ?? key))
    const login = closure(manifest, [...entries, ...chunksFor(manifest, /\/login\.page\.tsx$/, /i18n\/zh\/pack\.ts$/)])
    const list = closure(
      manifest,
      chunksFor(manifest, /shell\/layout\.tsx$/, /i18n\/zh\/pages\.ts$/, /role-list\.page\.tsx$/, /role\.zh\.ts$/),
      new Set(login),
    )
    return { login_KB: kilobytes(manifest, login), first_list_KB: kilobytes(manifest, list) }
  },
}
