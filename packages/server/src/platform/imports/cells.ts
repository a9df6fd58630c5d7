import { enums, type FieldProblem } from '@emberwatch/contract'
import type { Ctx } from '../context.ts'
import { enumLabel, translate } from '../i18n.ts'
import { isErrorValue, type Cell, type SheetRow } from '../sheets/sheet.ts'
import { dateText, type DateReading } from './cell-dates.ts'
import type { Column, FieldNames, Header } from './columns.ts'

/** A field of one row and why it was rejected. `msg` names the field by its label. */
export type CellProblem = Pick<FieldProblem, 'field' | 'msg'>

/** How cells are read. */
export interface CellReader extends DateReading {
  readonly ctx: Ctx
  readonly header: Header
  readonly names: FieldNames
  /** Results of lookups, so that a name that occurs in a thousand rows is looked up once. */
  readonly found: Map<string, Promise<readonly (string | number)[]>>
}

/** The problem of a field, with a text of `imports.cells`. */
export const cellProblem = (
  names: FieldNames,
  field: string,
  text: 'digitsLost' | 'errorValue' | 'notFound' | 'ambiguous' | 'twice',
  params: Readonly<Record<string, string | number>> = {},
): CellProblem => labelled(names, field, translate(names.locale, `imports.cells.${text}`, params))

export const labelled = ({ locale, nameOf }: FieldNames, field: string, reason: string): CellProblem => ({
  field,
  msg: `${nameOf(field)}${locale === 'zh' ? '：' : ': '}${reason}`,
})

/** A problem of the row as a whole. */
export const rowProblem = (locale: FieldNames['locale'], text: 'beyond' | 'refused'): CellProblem => ({
  field: '',
  msg: translate(locale, `imports.cells.${text}`),
})

/** Beyond 15 digits a workbook's numbers are no longer exact. */
const exactNumbers = 1e15

const choiceOf = (text: string, name: NonNullable<Column['enumeration']>): string => {
  const wanted = text.toLowerCase()
  const value = enums[name].find((each) =>
    [each, enumLabel('zh', name, each), enumLabel('en', name, each)].some((known) => known.toLowerCase() === wanted),
  )
  return value ?? text
}

const splitTexts = (text: string): string[] =>
  text
    .split(/[,，、;；]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** The text of a cell. */
export const cellText = (cell: Cell, column: Column | null, reader: DateReading): string =>
  column?.format ? dateText(cell, column.format, reader) : String(cell)

const lookUp = async (reader: CellReader, column: Column, text: string, row: Readonly<Record<string, unknown>>) => {
  const { lookup, field } = column
  if (!lookup) return []
  const key = JSON.stringify([field, text, ...(lookup.dependsOn ?? []).map((each) => row[each])])
  const known = reader.found.get(key)
  if (known) return known
  const finding = lookup.find(reader.ctx, text, row)
  reader.found.set(key, finding)
  return finding
}

/** The input of a row as a form would send it, and the problems of its cells. */
export const readRow = async (
  reader: CellReader,
  { cells }: SheetRow,
): Promise<{ input: Record<string, unknown>; problems: CellProblem[] }> => {
  const { names, header } = reader
  const input: Record<string, unknown> = {}
  const problems: CellProblem[] = []
  // For example an address with an unquoted comma: the extra cells would be lost silently.
  if (cells.slice(header.length).some((cell) => String(cell).trim() !== '')) problems.push(rowProblem(names.locale, 'beyond'))

  const lookedUp = async (column: Column, text: string): Promise<string | number | undefined> => {
    const found = await lookUp(reader, column, text, input)
    if (found.length === 1) return found[0]
    problems.push(cellProblem(names, column.field, found.length === 0 ? 'notFound' : 'ambiguous', { value: text }))
    return undefined
  }
  // In schema order, not in file order: one column may narrow another.
  const places = header.flatMap((column, index) => (column ? [{ column, cell: cells[index] ?? '' }] : []))
  places.sort((a, b) => a.column.order - b.column.order)
  for (const { column, cell } of places) {
    const text = cellText(cell, column, reader).trim()
    if (text === '') continue
    if (typeof cell === 'number' && !column.format && Math.abs(cell) >= exactNumbers) {
      problems.push(cellProblem(names, column.field, 'digitsLost'))
    } else if (isErrorValue(text)) {
      problems.push(cellProblem(names, column.field, 'errorValue', { value: text }))
    } else if (column.lookup) {
      const values: (string | number | undefined)[] = []
      for (const each of column.several ? splitTexts(text) : [text]) values.push(await lookedUp(column, each))
      input[column.field] = column.several ? values : values[0]
    } else if (column.enumeration) {
      const { enumeration } = column
      input[column.field] = column.several
        ? splitTexts(text).map((each) => choiceOf(each, enumeration))
        : choiceOf(text, enumeration)
    } else input[column.field] = column.several ? splitTexts(text) : text
  }
  return { input, problems }
}
