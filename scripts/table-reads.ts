// What a source text reads of which table, in the query builder and in SQL text. By text alone: it is sure of tables named in plain sight. A column
// belongs to what its alias means in the same statement, or else in the same file; without an alias, to a table around it that has such a column.
import { hole, takeApart } from './source-text.ts'

/** Table → its columns. */
export type Columns = Readonly<Record<string, ReadonlySet<string>>>

export interface Reads {
  readonly tables: ReadonlySet<string>
  /** A column, or `*` for all, and the tables to which it may belong. */
  readonly columns: readonly { readonly tables: readonly string[]; readonly column: string }[]
  /** If a variable names a table that it reads: the tables that stand in it as strings. */
  readonly maybe?: readonly string[]
}

interface Reference {
  readonly table: string
  readonly alias: string
}

/** A part of the text with tables of its own: a chain of the builder, a literal, what stands in brackets in one, a function. */
interface Part {
  readonly start: number
  readonly end: number
  readonly tables: Reference[]
}

const generic = String.raw`(?:<[^>()]*>)?`
const chainStart = new RegExp(String.raw`\.(?:selectFrom|updateTable|deleteFrom|insertInto|mergeInto)${generic}\(`, 'g')
const chainLink = new RegExp(String.raw`\s*\.\w+${generic}\(`, 'y')
const builderCall = new RegExp(
  String.raw`\.(?<name>selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using|from|updateTable|deleteFrom|insertInto|mergeInto)${generic}\(\s*\[?\s*`,
  'g',
)
const builderTable = /(['"`])(\w+)(?: as (\w+))?\1\s*(,\s*)?/y
/** A variable, or a name only known at run time, where a table is expected. */
const builderUnknown = /(?:\w+\.)*dynamic\b|[a-z]\w*\s*[,)]|`\$/iy
/** Calls of the builder in which any string may be a column, and those in which the first is one. */
const columnList = new RegExp(String.raw`\.(?:select|groupBy|orderBy|distinctOn|returning|whereRef|onRef)${generic}\(`, 'g')
const listed = /(?<=[([,]\s*)(?<!\.as\(\s*)(['"])(\w+)(?: as \w+)?\1/g
const notColumn = String.raw`\.(?:as|with|withRecursive|selectFrom|table|lit|val|updateTable|deleteFrom|insertInto|\w+Join)${generic}`
const firstColumn = new RegExp(String.raw`(?<!${notColumn})\(\s*(['"])(\w+)\1`, 'g')
const selectAll = /\.selectAll\(\s*(?:(['"])(\w+)\1)?/g
/** The columns of `platform/rows/columns.ts`, by the names of the contract. */
const fieldList = /\bfields(?:<[^>()]*>)?\(\s*(['"])(\w+)\1,\s*\[([^\]]*)\]/g

const looksLikeSql = /\b(?:select|insert\s+into|update|delete\s+from|merge\s+into|exists|join)\b/i
const sqlFrom = /(?<!\bdistinct\s+)\b(?<word>from|join|using|update|into)\s+(?:(?:lateral|only)\s+)*/gi
const notAlias =
  'as|on|where|set|join|left|right|full|inner|cross|natural|group|order|limit|for|using|union|except|returning|having|values|select|default|offset|is|and|or|not|then|else|end'
const sqlTable = new RegExp(
  String.raw`(?:public\.)?"?(\w+)"?(?![\w.(${hole}])(?:\s+(?:as\s+)?(?!(?:${notAlias})\b)([a-z_]\w*))?(\s*,\s*(?:lateral\s+)?)?`,
  'iy',
)
/** A variable where a table is expected; not the rows of `unnest`. In a template with the tag, a variable may hold any SQL. */
const sqlVariable = /\$\{(?![\w.]+\.from\})/y
const sqlTableVariable = /\$\{\s*sql\.(?:table|id|raw)\(/y
const sqlQualified = /(?<![\w.])"?([a-z_]\w*)"?\.(?:"?([a-z_]\w*)"?(?!\w*\()|\*)/gi
const sqlWord = new RegExp(String.raw`(?<![\w.:@${hole}]|\bas\s+)[a-z_]\w*(?![\w.(${hole}])`, 'g')
const sqlAll = /\bselect\s+(?:distinct\s+)?(\*)\s+from\s+"?(\w+)/gi
const sqlWholeRow = /\b(?:to_jsonb?|row_to_json)\(\s*(\w+)\s*\)/gi

const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export const readsOf = (text: string, columns: Columns): Reads => {
  const { code, bare, literals } = takeApart(text)
  const statements = literals
    .filter((literal) => literal.isTagged || looksLikeSql.test(literal.text))
    .map((literal) => ({ ...literal, text: literal.text.replaceAll(/'[^']*'/g, (quoted) => ' '.repeat(quoted.length)) }))

  const closing = (open: number): number => {
    for (let at = open, depth = 0; at < bare.length; at++) {
      if ('([{'.includes(bare[at] ?? ' ')) depth++
      else if (')]}'.includes(bare[at] ?? ' ') && --depth === 0) return at + 1
    }
    return bare.length
  }
  const starts = [...bare.matchAll(/^(?=[a-z@])/gim)].map(({ index }) => index)
  const parts: Part[] = starts.map((start, n) => ({ start, end: starts[n + 1] ?? text.length, tables: [] }))
  const functions = [...parts]
  for (const { index, 0: call } of code.matchAll(chainStart)) {
    let end = closing(index + call.length - 1)
    for (let link = matchAt(chainLink, bare, end); link; link = matchAt(chainLink, bare, end))
      end = closing(end + link[0].length - 1)
    parts.push({ start: index, end, tables: [] })
  }
  for (const { start, text: held } of statements) {
    parts.push({ start, end: start + held.length + 2, tables: [] })
    const open: number[] = []
    for (const { index, 0: bracket } of held.matchAll(/[()]/g)) {
      if (bracket === '(') open.push(index)
      else parts.push({ start: start + 1 + (open.pop() ?? 0), end: start + 1 + index, tables: [] })
    }
  }
  parts.sort((a, b) => a.end - a.start - (b.end - b.start))
  /** The parts around a place, the smallest first. */
  const around = (at: number): Part[] => parts.filter(({ start, end }) => start <= at && at < end)

  const tables = new Set<string>()
  let isNamedByVariable = false
  const refer = (at: number, table: string, alias = table): void => {
    if (!(table in columns)) return
    tables.add(table)
    around(at)[0]?.tables.push({ table, alias })
  }
  for (const { index, 0: call, groups } of code.matchAll(builderCall)) {
    let at = index + call.length
    if (groups?.['name'] !== 'from' && matchAt(builderUnknown, text, at)) isNamedByVariable = true
    for (let one = matchAt(builderTable, code, at); one; one = matchAt(builderTable, code, at)) {
      refer(index, one[2] ?? '', one[3])
      at += one[0].length
      if (!call.includes('[') || one[4] === undefined) break
    }
  }
  for (const { start, text: held, isTagged } of statements) {
    for (const { index, 0: word, groups } of held.matchAll(sqlFrom)) {
      let at = index + word.length
      if (held[at] === hole && /from|join/i.test(groups?.['word'] ?? ''))
        isNamedByVariable ||= matchAt(isTagged ? sqlTableVariable : sqlVariable, text, start + 1 + at) !== null
      for (let one = matchAt(sqlTable, held, at); one; one = matchAt(sqlTable, held, at)) {
        refer(start + 1 + at, (one[1] ?? '').toLowerCase(), one[2])
        at += one[0].length
        if (one[3] === undefined) break
      }
    }
  }
  const found: { tables: readonly string[]; column: string }[] = []
  const has = (table: string, column: string): boolean => column === '*' || (columns[table]?.has(column) ?? false)
  const add = (candidates: readonly Reference[], column: string): boolean => {
    const those = [...new Set(candidates.map(({ table }) => table))].filter((table) => has(table, column))
    if (those.length > 0) found.push({ tables: those, column })
    return those.length > 0
  }
  const namesIn = (part: Part | undefined): Reference[] =>
    parts.flatMap(({ start, end, tables: refs }) => (part && start >= part.start && end <= part.end ? refs : []))
  const functionAt = (at: number): Part | undefined => functions.find(({ start, end }) => start <= at && at < end)
  const qualified = (at: number, alias: string, column: string): void => {
    const meanings = [...around(at).map((part) => part.tables), namesIn(functionAt(at)), parts.flatMap((part) => part.tables)]
    const meant = meanings.map((refs) => refs.filter((ref) => ref.alias === alias)).find((refs) => refs.length > 0)
    if (meant) add(meant, column)
    else if (column !== '*' && add([{ table: alias, alias }], column)) tables.add(alias)
  }
  const unqualified = (at: number, column: string): boolean => around(at).some((part) => add(part.tables, column))

  for (const { start, text: held } of statements) {
    const at = start + 1
    for (const { index, 1: alias = '', 2: column = '*' } of held.matchAll(sqlQualified)) qualified(at + index, alias, column)
    for (const { index, 0: word } of held.matchAll(sqlWord)) unqualified(at + index, word)
    for (const { index, 2: table = '' } of held.matchAll(sqlAll)) if (table in columns) unqualified(at + index, '*')
    for (const { index, 1: alias = '' } of held.matchAll(sqlWholeRow)) qualified(at + index, alias, '*')
  }
  for (const { start, text: held } of literals) {
    const [, alias, column] = /^([a-z_]\w*)\.([a-z_]\w*)(?: as \w+)?$/.exec(held) ?? []
    if (alias && column) qualified(start, alias, column)
  }
  for (const { index, 0: call } of code.matchAll(columnList))
    for (const one of code.slice(index, closing(index + call.length - 1)).matchAll(listed)) {
      const [at, column = ''] = [index + one.index, one[2]]
      if (!unqualified(at, column) && around(at).every((part) => part.tables.length === 0)) add(namesIn(functionAt(at)), column)
    }
  for (const { index, 2: column = '' } of code.matchAll(firstColumn)) unqualified(index, column)
  for (const { index, 2: alias } of code.matchAll(selectAll))
    if (alias) qualified(index, alias, '*')
    else unqualified(index, '*')
  for (const { 2: table = '', 3: names = '' } of code.matchAll(fieldList))
    for (const [, field = ''] of names.matchAll(/['"](\w+)['"]/g))
      if (add([{ table, alias: table }], columnOf(field))) tables.add(table)
  const strings = literals.map((literal) => literal.text.replace(/ as \w+$/, ''))
  return { tables, columns: found, ...(isNamedByVariable ? { maybe: strings.filter((held) => held in columns) } : {}) }
}
