import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Built-ins that are younger than the syntax of the build (es2022). */
const young =
  /\.(?:toSorted|toReversed|toSpliced|findLast|findLastIndex|isSubsetOf|intersection|difference|union)\(|\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bAbortSignal\.(?:any|timeout)\b|\bArray\.fromAsync\b|\bURL\.(?:canParse|parse)\b|\bstructuredClone\(|\bIterator\.from\b/

/** The files that a file loads with itself, and those after them. Types are not loaded. */
const loadedWith = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, kind, path] of source.matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?['"](\.[^'"]+)['"]/gm))
    if (kind === undefined && path !== undefined && /\.tsx?$/.test(path)) loadedWith(join(dirname(file), path), seen)
  return seen
}

test('the pages that warn of an old browser run in one', () => {
  const web = join(import.meta.dirname, '../packages/web/src')
  const files = new Set(
    ['main.tsx', 'shell/login.page.tsx', 'shell/app-qr.tsx'].flatMap((file) => [...loadedWith(join(web, file))]),
  )
  expect(files.size).toBeGreaterThan(20)
  expect([...files]).toContain(join(web, 'theme/contrast.ts'))
  const found = [...files].flatMap((file) => {
    // Asking whether something is there is fine.
    const used = young.exec(readFileSync(file, 'utf8').replaceAll(/\/\/.*|\/\*[^]*?\*\//g, ''))
    return used ? [`${file.slice(web.length + 1)}: ${used[0]}`] : []
  })
  expect(found).toEqual([])
})
