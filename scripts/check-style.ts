// Checks the rules of CONTRIBUTING.md ("Style") that the linter does not know.
import { dirname } from 'node:path/posix'
import { fileGraph, isTestCode, readSources, type Sources } from './import-graph.ts'
import { wordProblems } from './words.ts'

interface Rule {
  readonly wrong: RegExp
  readonly say: string
  readonly exempt?: (file: string) => boolean
}

/** The clock itself, and what runs before there is one or outside the server. */
const ownTime = (file: string): boolean =>
  file === 'packages/server/src/platform/context.ts' || !file.startsWith('packages/server/src/')

const isMigration = (file: string): boolean => file.startsWith('packages/server/migrations/')

const rules: readonly Rule[] = [
  {
    // A generator has no other form.
    wrong: /^\s*(?:export )?(?:async )?function\s+\w/,
    say: 'functions are constants: `const name = (…) => …`',
    exempt: isMigration,
  },
  // Tests may hand over what does not fit.
  {
    wrong: /\bas never\b/,
    say: '`as never` fits everywhere, so it hides whatever else is wrong; say what it is',
    exempt: isTestCode,
  },
  {
    wrong: /^\s*(?:export )?const [A-Z][A-Z0-9_]+\b(?=\s*[:=])/,
    say: 'constants have names like all others: `lockMs`, not `LOCK_MS`',
  },
  {
    // A constructor has no `#` form.
    wrong: /^\s+(?:private|public)\s+(?!constructor\b)/,
    say: 'what only a class uses is `#name`, without `private` or `public`',
    exempt: isMigration,
  },
  {
    wrong: /\bnew Date\(\)/,
    say: 'the time comes from a clock: `ctx.clock.now()`',
    exempt: (file) => isTestCode(file) || ownTime(file),
  },
]

const isComment = /^\s*(?:\/\/|\/?\*)/

export function styleProblems(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const asked = rules.filter(({ exempt }) => !exempt?.(file))
    return text.split('\n').flatMap((line, index) => {
      if (isComment.test(line)) return []
      return asked.flatMap(({ wrong, say }) => (wrong.test(line) ? [`${file}:${index + 1}: ${say}`] : []))
    })
  })
}

const assignment =
  /\.(\w+)\s*(?:(?:\*\*|<<|>>>?|[-+*/%|&^?]{1,2})?=(?![=>])|\+\+|--)|(?:\+\+|--|\bdelete )\(?[\w.#!?[\]]*\.(\w+)/g
const property = /^ {2}(?!readonly )(['"]?)([\w-]+)\1\??: /

/** Columns, which Kysely reads, and props, which React freezes, go without. */
const mayBeMutable = (file: string): boolean =>
  isTestCode(file) || isMigration(file) || file.endsWith('.tsx') || file.includes('/src/tables/')

/**
 * Properties of interfaces without `readonly` that nothing assigns. By name, in the folder of the interface and where its file is imported: if
 * something of the same name is assigned there, it may be this one.
 */
export const readonlyProblems = (sources: Sources): string[] => {
  const importers = new Map<string, string[]>()
  for (const [file, imported] of fileGraph(sources))
    for (const each of imported) importers.set(each, [...(importers.get(each) ?? []), file])
  const folders = Map.groupBy(sources.keys(), dirname)
  const assigned = new Map(
    [...sources].map(([file, text]) => [file, new Set([...text.matchAll(assignment)].map(([, name, other]) => name ?? other))]),
  )
  return [...sources].flatMap(([file, text]) => {
    if (mayBeMutable(file)) return []
    const near = [...(folders.get(dirname(file)) ?? []), ...(importers.get(file) ?? [])]
    let isInterface = false
    return text.split('\n').flatMap((line, index) => {
      if (/^(?:export )?interface\b/.test(line)) isInterface = true
      else if (line.startsWith('}')) isInterface = false
      const name = isInterface ? property.exec(line)?.[2] : undefined
      if (name === undefined || near.some((each) => assigned.get(each)?.has(name))) return []
      return [`${file}:${index + 1}: nothing assigns \`${name}\`: \`readonly\``]
    })
  })
}

if (import.meta.main) {
  const sources = readSources()
  const problems = [...styleProblems(sources), ...readonlyProblems(sources), ...wordProblems(sources)]
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
