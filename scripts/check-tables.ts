// A table is written only by the feature that owns it (packages/server/src/tables/*.tables.ts), and others read only what it publishes, by the query
// builder and in SQL text alike.
import { foreignWrites, tableFacts, tableOwners } from '../packages/server/src/tables/facts.ts'
import type { TableFacts } from '../packages/server/src/tables/table-facts.ts'
import { isTestCode, readSources, type Sources } from './import-graph.ts'
import { readsOf, type Columns } from './table-reads.ts'

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
export const tablesWritten = (text: string): (string | undefined)[] => {
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
export const tableProblems = (
  sources: Sources,
  owners: Owners = tableOwners,
  allowed: ForeignWrites = foreignWrites,
): string[] => {
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

type Facts = Readonly<Record<string, TableFacts>>

/** The columns of every table, by the interfaces of its declaration. Those of `Record<…>` are not known. */
export const tableColumns = (sources: Sources): Columns => {
  const interfaces = new Map<string, { readonly parents: string; readonly body: string }>()
  for (const [file, text] of sources)
    if (file.startsWith(`${home}tables/`))
      for (const [, name = '', parents = '', body = ''] of text.matchAll(
        /^(?:export )?interface (\w+)([^{]*)\{(?:\}|([\s\S]*?)^\})/gm,
      ))
        interfaces.set(name, { parents, body })
  const membersOf = (name: string): RegExpExecArray[] => {
    const { parents, body } = interfaces.get(name) ?? { parents: '', body: '' }
    const inherited = [...parents.matchAll(/\w+/g)].flatMap(([parent]) => (interfaces.has(parent) ? membersOf(parent) : []))
    return [...inherited, ...body.matchAll(/^ {2}(\w+): (\w*)/gm)]
  }
  return Object.fromEntries(
    membersOf('Tables').map(([, table = '', row = '']) => [table, new Set(membersOf(row).map(([, column = '']) => column))]),
  )
}

/** The columns of a table that others may read; undefined if they may not read it at all. */
const publishedColumns = ({ scope, published }: TableFacts): ReadonlySet<unknown> | undefined => {
  if (published === undefined) return undefined
  const scoped = typeof scope === 'string' ? [] : 'through' in scope ? [scope.through[0]] : Object.values(scope)
  return new Set(['id', 'company_id', 'deleted_at', ...scoped, ...published.split(/\s+/)])
}

/** Every read of what the owner of a table does not publish, and what is published for nobody. */
export const readProblems = (
  sources: Sources,
  facts: Facts = tableFacts,
  columns: Columns = tableColumns(sources),
  allowed: ForeignWrites = foreignWrites,
): string[] => {
  const problems = new Set<string>()
  const open = new Map(Object.entries(facts).map(([table, fact]) => [table, publishedColumns(fact)]))
  const read = new Set<string>()
  for (const [file, text] of sources) {
    const inner = file.slice(home.length)
    if (!file.startsWith(home) || isTestCode(file)) continue
    const folder = folderOf(inner)
    const { tables, columns: found, maybe } = readsOf(text, columns)
    const hidden = folder === 'platform' ? undefined : maybe
    if (hidden?.length === 0) problems.add(`${file}: reads a table whose name is not in plain sight`)
    const mine = new Set(allowed.flatMap((each) => (each.file === inner ? [each.table] : [])))
    const isOwn = (table: string): boolean => facts[table]?.owner === folder || mine.has(table)
    const foreign = [...tables, ...(hidden ?? [])].filter((table) => !isOwn(table))
    const words = new Set(text.match(/\w+/g))
    for (const table of foreign) {
      read.add(table)
      // Of some reads only the word can be seen: `sql.ref(column)`.
      for (const column of columns[table] ?? []) if (words.has(column)) read.add(`${table}.${column}`)
      if (!open.get(table))
        problems.add(`${file}: reads ${table}, of which ${facts[table]?.owner} publishes nothing: call its reads`)
    }
    for (const { tables: named, column } of found) {
      // One of them is read, but with `*` each of them.
      const meant = named.filter((table) => !isOwn(table))
      if (meant.length === 0 || (column !== '*' && meant.length < named.length)) continue
      for (const table of meant) read.add(`${table}.${column}`)
      const closed = meant.filter((table) => open.get(table) && !open.get(table)?.has(column))
      if (closed.length < meant.length) continue
      const what = column === '*' ? `all columns of ${meant.join(', ')}` : meant.map((table) => `${table}.${column}`).join(', ')
      problems.add(`${file}: reads ${what}, which ${facts[meant[0] ?? '']?.owner} does not publish: call its reads`)
    }
  }
  for (const [table, { published }] of Object.entries(facts)) {
    if (published !== undefined && !read.has(table)) problems.add(`nobody else reads ${table}: strike what it publishes`)
    for (const column of published?.split(/\s+/).filter(Boolean) ?? [])
      if (!read.has(`${table}.${column}`)) problems.add(`nobody else reads ${table}.${column}: do not publish it`)
  }
  return [...problems]
}

if (import.meta.main) {
  const sources = readSources()
  const problems = [...tableProblems(sources), ...readProblems(sources)]
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
