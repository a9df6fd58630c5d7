// A table is written only by the feature that owns it (packages/server/src/tables/*.tables.ts), by the query builder and in SQL text alike.
import { foreignWrites, tableOwners } from '../packages/server/src/tables/facts.ts'
import { isTestCode, readSources, type Sources } from './import-graph.ts'

const home = 'packages/server/src/'

/** Calls and SQL that write a table, with its name; a name in an expression cannot be read here. */
const writes: readonly RegExp[] = [
  /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)(?:<[^>]*>)?\(\s*(?:(['"`])(?<table>\w+)(?: as \w+)?\1|(?<hidden>[^'"`\s)][^,)]*))/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?(?!\s+on\b))\s+(?:only\s+)?(?:"?(?:public\.)?(?<table>[a-z]\w*)"?|(?<hidden>\$\{[^}]*\}))/gi,
  /\bupdate\s+(?:only\s+)?(?:"?(?:public\.)?(?<table>[a-z]\w*)"?|(?<hidden>\$\{[^}]*\}))(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b/gi,
  /\bcopy\s+(?:"?(?:public\.)?(?<table>[a-z]\w*)"?|(?<hidden>\$\{[^}]*\}))(?:\s*\([^)]*\))?\s+from\b/gi,
]

/** Calls of a platform helper (its row kit) with a transaction and a table name: they write the table, unless the helper is one of the readers. */
const helperCall = /\b(?<helper>\w+)(?:<[^>]*>)?\(\s*(?:write|tx|db|systemDb|client)\b[\w.]*,\s*(['"`])(?<table>\w+)\2/g
const readers: ReadonlySet<string> = new Set(['lockRow', 'assertVersion', 'refuseStale'])
const platformImport = /\bimport\s+\{([^}]*)\}\s+from\s+'[^']*\/platform\/[^']*'/g

/** The tables that a source text writes; `undefined` stands for a table whose name cannot be read. */
export function tablesWritten(text: string): (string | undefined)[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  const found = writes.flatMap((pattern) => [...code.matchAll(pattern)].map(({ groups }) => groups?.['table']?.toLowerCase()))
  const helpers = new Set(
    [...code.matchAll(platformImport)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  )
  const helped = [...code.matchAll(helperCall)].flatMap(({ groups: { helper = '', table = '' } = {} }) =>
    helpers.has(helper) && table in tableOwners && !readers.has(helper) ? [table] : [],
  )
  return [...new Set([...found, ...helped])]
}

/** The feature that a server file belongs to; undefined for the files that put everything together. */
const folderOf = (inner: string): string | undefined =>
  inner.startsWith('platform/') ? 'platform' : /^features\/[^/]+\/([^/]+)\//.exec(inner)?.[1]

type Owners = Readonly<Record<string, string>>
type ForeignWrites = readonly { readonly file: string; readonly table: string }[]

/** Every write to a table by a feature that does not own it. Tests, seeds and migrations write what they need. */
export function tableProblems(sources: Sources, owners: Owners = tableOwners, allowed: ForeignWrites = foreignWrites): string[] {
  const problems: string[] = []
  const used = new Set<string>()
  const folders = new Set<string | undefined>()
  for (const [file, text] of sources) {
    if (!file.startsWith(home)) continue
    const inner = file.slice(home.length)
    const folder = folderOf(inner)
    folders.add(folder)
    if (isTestCode(file)) continue
    for (const table of tablesWritten(text)) {
      if (table === undefined) {
        if (folder !== 'platform') problems.push(`${file}: writes a table whose name is not in plain sight`)
        continue
      }
      const owner = owners[table]
      if (owner === folder) continue
      const exception = `${inner} ${table}`
      if (allowed.some((each) => `${each.file} ${each.table}` === exception)) used.add(exception)
      else if (owner === undefined) problems.push(`${file}: writes ${table}, which nobody owns: declare it in ${home}tables/`)
      else problems.push(`${file}: writes ${table}, which is ${owner}'s: call its verbs`)
    }
  }
  for (const { file, table } of allowed)
    if (!used.has(`${file} ${table}`)) problems.push(`${file} does not write ${table}: strike the exception`)
  for (const [table, owner] of Object.entries(owners))
    if (!folders.has(owner)) problems.push(`${table} belongs to ${owner}, which is no feature`)
  return problems
}

if (import.meta.main) {
  const problems = tableProblems(readSources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
