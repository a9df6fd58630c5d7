import { csvReader, enums, type CheckItem } from '@emberwatch/contract'

/** The columns of a CSV file of questions, named as in the contract: the same file can be read in any language. */
const columns = ['textZh', 'textEn', 'answer', 'unit', 'low', 'high', 'required', 'perDevice', 'photo'] as const
type Column = (typeof columns)[number]

const most = 60
const longest = 120

/** Why a file cannot be read; `row` counts the questions from 1. */
export class CsvProblem extends Error {
  readonly reason: 'header' | 'row' | 'many' | 'empty'
  readonly row: number

  constructor(reason: CsvProblem['reason'], row = 0) {
    super(reason)
    this.name = 'CsvProblem'
    this.reason = reason
    this.row = row
  }
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A text that a spreadsheet would take for a formula is marked as text. */
const harmless = (text: string): string => (/^[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text)

export const itemsToCsv = (items: readonly CheckItem[]): string => {
  const rows = items.map((item) =>
    columns.map((column) => {
      const value = item[column]
      if (typeof value === 'boolean') return value ? 'Y' : 'N'
      return quoted(harmless(String(value ?? '')))
    }),
  )
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  return `\uFEFF${[columns, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}

const yes: ReadonlySet<string> = new Set(['y', 'yes', 'true', '1', '是'])
const no: ReadonlySet<string> = new Set(['n', 'no', 'false', '0', '否', ''])

const itemOf = (of: (column: Column) => string, row: number): CheckItem => {
  const flag = (column: Column): boolean => {
    const given = of(column).toLowerCase()
    if (!yes.has(given) && !no.has(given)) throw new CsvProblem('row', row)
    return yes.has(given)
  }
  const limit = (column: 'low' | 'high') => {
    const given = of(column)
    if (given === '') return {}
    if (!Number.isFinite(Number(given))) throw new CsvProblem('row', row)
    return { [column]: Number(given) }
  }
  const answer = enums.checkAnswer.find((one) => one === of('answer'))
  const [textZh, textEn, unit] = [of('textZh'), of('textEn'), of('unit')]
  if (!answer || textZh === '' || textEn === '' || textZh.length > longest || textEn.length > longest || unit.length > 12)
    throw new CsvProblem('row', row)
  const ofValue = answer === 'value' ? { ...(unit === '' ? {} : { unit }), ...limit('low'), ...limit('high') } : {}
  const photo = flag('photo') && answer !== 'photo'
  return { textZh, textEn, answer, ...ofValue, required: flag('required'), perDevice: flag('perDevice'), photo }
}

/** @throws CsvProblem naming the first question that cannot be read */
export const itemsFromCsv = (text: string): CheckItem[] => {
  const reader = csvReader({ columns: 100, rowChars: 10_000 }, (_, { row = 2 }) => new CsvProblem('row', row - 1))
  const [header = [], ...rows] = [...reader.read(text.replace(/^\uFEFF/, '')), ...reader.end()].map(({ cells }) => cells)
  const names = header.map((name) => name.trim())
  if (!(['textZh', 'textEn', 'answer'] as const).every((needed) => names.includes(needed))) throw new CsvProblem('header')
  if (rows.length === 0) throw new CsvProblem('empty')
  if (rows.length > most) throw new CsvProblem('many')
  return rows.map((cells, index) =>
    itemOf((column) => (names.includes(column) ? (cells[names.indexOf(column)] ?? '').trim() : ''), index + 1),
  )
}
