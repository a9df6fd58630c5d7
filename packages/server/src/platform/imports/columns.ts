import { enums, limits, type EnumName, type Language } from '@emberwatch/contract'
import { enumLabel, fieldName, texts, translate } from '../i18n.ts'
import type { ImportDefinition, Lookup } from '../imports.ts'
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
  /** The text of the packs (`fields`) that heads it, as the form names it. */
  readonly label: string
  /** Its place in the schema. */
  readonly order: number
  readonly required: boolean
  /** Several values in one cell. */
  readonly several: boolean
  readonly enumeration: EnumName | undefined
  readonly format: 'date' | 'date-time' | undefined
  readonly lookup: Lookup | undefined
  readonly rule: string | undefined
  readonly maxLength: number | undefined
}

/** A column by its place in the file; null for one of reasons, which is left alone. */
export type Header = readonly (Column | null)[]

/** The names of fields as the forms of the list have them. */
export interface FieldNames {
  readonly locale: Language
  nameOf(field: string): string
}

export const namesIn = ({ labels = {} }: Pick<ImportDefinition, 'labels'>, locale: Language): FieldNames => ({
  locale,
  nameOf: (field) => fieldName(locale, labels[field] ?? field),
})

export const columnsOf = ({ input, lookups, labels = {} }: ImportDefinition): Column[] => {
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
      rule: value.rule,
      maxLength: value.maxLength,
    }
  })
}

/** The head of a column; a star marks what must be filled in. */
export const labelOf = ({ label, required }: Column, locale: Language): string =>
  `${fieldName(locale, label)}${required ? ' *' : ''}`

const hintOf = ({ enumeration, format, lookup, rule, maxLength }: Column, locale: Language): string | undefined => {
  const { hints } = texts[locale].imports
  if (lookup) return hints[lookup.hint]
  if (enumeration) {
    const choices = enums[enumeration].map((value) => enumLabel(locale, enumeration, value)).join(' / ')
    return translate(locale, 'imports.hints.choices', { choices })
  }
  if (format) return format === 'date' ? hints.day : hints.instant
  if (rule) return rule in hints ? hints[rule as keyof typeof hints] : (texts[locale].rules as Record<string, string>)[rule]
  return maxLength === undefined ? undefined : translate(locale, 'rules.maxLength', { limit: maxLength })
}

/** What may stand in a column, in one line. */
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

/** A column goes by its label in any language, by the field's general one, or by the field's own name. */
const namesOf = ({ field, label }: Column): string[] =>
  [field, ...limits.languages.flatMap((locale) => [fieldName(locale, label), fieldName(locale, field)])].map(plain)

const reasonNames = limits.languages.map((locale) => plain(texts[locale].imports.reason))
const longestEcho = 40

/** @throws SheetError naming the columns that are missing, unknown or there twice */
export const headerOf = (columns: readonly Column[], cells: readonly Cell[], locale: Language): Header => {
  const filled = cells.slice(0, cells.findLastIndex((cell) => plain(cell) !== '') + 1)
  const header = filled.map((cell) => {
    const name = plain(cell)
    return reasonNames.includes(name) ? null : columns.find((column) => namesOf(column).includes(name))
  })
  const listed = (names: readonly string[]): { columns: string } => ({ columns: [...new Set(names)].join(', ') })
  const missing = columns.filter((column) => column.required && !header.includes(column))
  if (missing.length > 0) throw new SheetError('noHeader', listed(missing.map(({ label }) => fieldName(locale, label))))
  const unknown = filled.filter((_, index) => header[index] === undefined)
  if (unknown.length > 0)
    throw new SheetError('unknownColumns', listed(unknown.map((cell) => String(cell).slice(0, longestEcho) || '—')))
  const double = header.filter((column, index) => column && header.indexOf(column) !== index)
  if (double.length > 0)
    throw new SheetError('doubleColumns', listed(double.map((column) => fieldName(locale, column?.label ?? ''))))
  return header.map((column) => column ?? null)
}

/** Is this the template's line of explanations, left where it was? */
export const isExplanation = (header: Header, cells: readonly Cell[]): boolean =>
  limits.languages.some((locale) =>
    cells.every((cell, index) => {
      const column = header[index]
      return cell === '' || (column ? cell === explanationOf(column, locale) : false)
    }),
  )
