import { enums, limits, listedIn, type EnumName, type Language } from '@emberwatch/contract'
import { enumLabel, fieldName, texts, translate } from '../i18n.ts'
import type { ImportDefinition, Lookup } from './definition.ts'
import { SheetError, type Cell } from '../sheets/sheet.ts'

interface SchemaNode {
  readonly type?: string
  readonly rule?: string
  readonly format?: string
  readonly enumeration?: EnumName
  readonly maxLength?: number
  readonly items?: SchemaNode
}

/** One column of an import: a field of the create endpoint's input. */
export interface Column {
  readonly field: string
  /** The text of the packs (`fields`) for its header; the same as in the form. */
  readonly label: string
  /** Its position in the schema. */
  readonly order: number
  readonly required: boolean
  /** Several values in one cell. */
  readonly several: boolean
  readonly enumeration: EnumName | undefined
  readonly format: 'date' | 'date-time' | undefined
  readonly lookup: Lookup | undefined
  readonly hint: Lookup['hint'] | undefined
  readonly rule: string | undefined
  readonly maxLength: number | undefined
}

/** A column by its position in the file. Null for the column of reasons, which is ignored. */
export type Header = readonly (Column | null)[]

/** The names of fields as in the list's forms. */
export interface FieldNames {
  readonly locale: Language
  nameOf(field: string): string
}

export const namesIn = ({ labels = {} }: Pick<ImportDefinition, 'labels'>, locale: Language): FieldNames => ({
  locale,
  nameOf: (field) => fieldName(locale, labels[field] ?? field),
})

export const columnsOf = ({ input, lookups, labels = {}, hints = {} }: ImportDefinition): Column[] => {
  const { properties, required = [] } = input as { properties: Record<string, SchemaNode>; required?: readonly string[] }
  return Object.entries(properties).map(([field, node], order) => {
    const value = node.items ?? node
    return {
      field,
      label: labels[field] ?? field,
      order,
      required: required.includes(field),
      several: node.items !== undefined,
      enumeration: value.enumeration,
      format: value.format === 'date' || value.format === 'date-time' ? value.format : undefined,
      lookup: lookups[field],
      hint: lookups[field]?.hint ?? hints[field],
      rule: value.rule,
      maxLength: value.maxLength,
    }
  })
}

/** The header of a column. A star marks a required one. */
export const labelOf = ({ label, required }: Column, locale: Language): string =>
  `${fieldName(locale, label)}${required ? ' *' : ''}`

const hintOf = ({ enumeration, format, hint, rule, maxLength }: Column, locale: Language): string | undefined => {
  const { hints } = texts[locale].imports
  if (hint) return hints[hint]
  if (enumeration) {
    const choices = enums[enumeration].map((value) => enumLabel(locale, enumeration, value)).join(' / ')
    return translate(locale, 'imports.hints.choices', { choices })
  }
  if (format) return format === 'date' ? hints.day : hints.instant
  if (rule) return rule in hints ? hints[rule as keyof typeof hints] : (texts[locale].rules as Record<string, string>)[rule]
  return maxLength === undefined ? undefined : translate(locale, 'rules.maxLength', { limit: maxLength })
}

/** What a column may contain, in one line. */
export const explanationOf = (column: Column, locale: Language): string => {
  const { required, optional, hints } = texts[locale].imports
  const several = column.several && !column.lookup ? hints.several : undefined
  return [column.required ? required : optional, hintOf(column, locale), several]
    .filter(Boolean)
    .join(locale === 'zh' ? '；' : '; ')
}

const plain = (label: Cell | undefined): string =>
  String(label ?? '')
    .replace(/[\s*]+$/, '')
    .trim()
    .toLowerCase()

/** A column is recognised by its label in any language, by the field's general label, or by the field's own name. */
const namesOf = ({ field, label }: Column): string[] =>
  [field, ...limits.languages.flatMap((locale) => [fieldName(locale, label), fieldName(locale, field)])].map(plain)

const reasonNames = limits.languages.map((locale) => plain(texts[locale].imports.reason))
const maxEchoLength = 40

/** @throws SheetError naming the columns that are missing, unknown or duplicated */
export const headerOf = (columns: readonly Column[], cells: readonly Cell[], locale: Language): Header => {
  const filled = cells.slice(0, cells.findLastIndex((cell) => plain(cell) !== '') + 1)
  const header = filled.map((cell) => {
    const name = plain(cell)
    return reasonNames.includes(name) ? null : columns.find((column) => namesOf(column).includes(name))
  })
  const listed = (names: readonly string[]): { columns: string } => ({ columns: listedIn(locale, [...new Set(names)]) })
  const missing = columns.filter((column) => column.required && !header.includes(column))
  if (missing.length > 0) throw new SheetError('noHeader', listed(missing.map(({ label }) => fieldName(locale, label))))
  const unknown = filled.filter((_, index) => header[index] === undefined)
  if (unknown.length > 0)
    throw new SheetError('unknownColumns', listed(unknown.map((cell) => String(cell).slice(0, maxEchoLength) || '—')))
  const double = header.filter((column, index) => column && header.indexOf(column) !== index)
  if (double.length > 0)
    throw new SheetError('doubleColumns', listed(double.map((column) => fieldName(locale, column?.label ?? ''))))
  return header.map((column) => column ?? null)
}

/** Whether this is the template's explanation line, left in the file. */
export const isExplanation = (header: Header, cells: readonly Cell[]): boolean =>
  limits.languages.some((locale) =>
    cells.every((cell, index) => {
      const column = header[index]
      return cell === '' || (column ? cell === explanationOf(column, locale) : false)
    }),
  )
