import { enums, type CheckItem } from '@emberwatch/contract'

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

/** The cells of a CSV file (RFC 4180). */
const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let cell = ''
  let open = false
  const end = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (open) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at] ?? ''
      else open = false
    } else if (character === '"' && cell === '') open = true
    else if (character === ',') end()
    else if (character === '\n') {
      end()
      rows.push([])
    } else if (character !== '\r') cell += character
  }
  end()
  return rows.filter((row) => row.some((one) => one.trim() !== ''))
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
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  const names = header.map((name) => name.trim())
  if (!(['textZh', 'textEn', 'answer'] as const).every((needed) => names.includes(needed))) throw new CsvProblem('header')
  if (rows.length === 0) throw new CsvProblem('empty')
  if (rows.length > most) throw new CsvProblem('many')
  return rows.map((cells, index) =>
    itemOf(
      (column) => (names.includes(column) ? (cells[names.indexOf(column)] ?? '').trim().replace(/^'(?=[=+\-@\t])/, '') : ''),
      index + 1,
    ),
  )
}
