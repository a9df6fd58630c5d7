// The boundaries between the parts of the house (docs: architecture). Cycles and file lengths are oxlint's.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Packages that may be imported by name; `null` means any outside package, but never one of ours that is not listed. */
const packages: Readonly<Record<string, { readonly ours: readonly string[]; readonly outside: readonly string[] | null }>> = {
  contract: { ours: [], outside: ['typebox'] },
  'device-link': { ours: [], outside: ['typebox'] },
  simulator: { ours: ['device-link'], outside: null },
  server: { ours: ['contract', 'device-link', 'simulator'], outside: null },
  web: { ours: ['contract'], outside: null },
}
const browser = ['contract', 'web']

/** The reason why `file` may not import `specifier`; both as in the source, paths with forward slashes. */
export function judge(file: string, specifier: string): string | undefined {
  const [, name, inner] = /^packages\/([^/]+)\/(.*)$/.exec(file) ?? []
  if (name === undefined || inner === undefined) return undefined
  const isTest = /\.test\.tsx?$|\/testing\//.test(file)
  const rule = packages[name]
  if (rule === undefined) return `packages/${name} has no import rule: add one to scripts/check-imports.ts`
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
    if (!target.startsWith(`packages/${name}/`))
      return isTest ? undefined : 'leaves its package: import the other package by name'
    return name === 'server' ? judgeServer(inner, target.slice('packages/server/'.length), isTest) : undefined
  }
  if (specifier.startsWith('@emberwatch/')) {
    const other = specifier.split('/')[1] ?? ''
    if (rule.ours.includes(other)) return undefined
    return isTest && name !== 'web' && name !== 'contract' ? undefined : `${name} may not import ${other}`
  }
  if (specifier.startsWith('node:')) {
    return browser.includes(name) && inner.startsWith('src/') && !isTest
      ? `${name} runs in the browser, which has no ${specifier}`
      : undefined
  }
  if (rule.outside === null || isTest) return undefined
  const outside = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? '')
  return rule.outside.includes(outside) ? undefined : `${name} imports only ${rule.outside.join(', ')} from outside`
}

function judgeServer(from: string, to: string, isTest: boolean): string | undefined {
  const feature = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]
  if (from.startsWith('src/platform/') && feature(to) !== undefined && !isTest) return 'the platform knows no feature'
  if (to.endsWith('.store.ts') && feature(to) !== undefined && feature(from) !== feature(to)) {
    return `only ${feature(to)} itself may import its store: use its verbs or reads`
  }
  return undefined
}

const importPattern = /^\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Everything a source text imports, types included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '')
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

if (import.meta.main) {
  let problems = 0
  for (const file of sources('packages')) {
    for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const reason = judge(file, specifier)
      if (reason === undefined) continue
      console.error(`${file}: import '${specifier}': ${reason}`)
      problems++
    }
  }
  process.exitCode = problems === 0 ? 0 : 1
}
