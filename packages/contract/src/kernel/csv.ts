/** A row that is not blank. `row` is its number as a spreadsheet shows it, however many lines its cells contain. */
interface CsvRow {
  readonly row: number
  readonly cells: readonly string[]
}

interface CsvLimits {
  readonly columns: number
  /** Characters in all cells of one row together. */
  readonly rowChars: number
}

type CsvFault = 'columns' | 'rowChars' | 'quote'

/** The apostrophe in front of a text that looks like a formula, as writers put it so that no spreadsheet runs it. Removed again when read. */
const escapedFormula = /^'(?=[=+\-@\t\r])/

/** The most frequent separator in the first line. */
const separatorOf = (line: string): string => {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '，'].map((separator) => ({ separator, n: plain.split(separator).length }))
  return counts.reduce((best, each) => (each.n > best.n ? each : best)).separator
}

/**
 * Reads comma-, semicolon- or tab-separated values (RFC 4180), given in parts: `read` each, then `end`. The first line, whose start is in the
 * first part, says which the separator is.
 * @param fail what is thrown: too many columns, too long a row, or a quotation mark that is never closed
 */
export const csvReader = (
  limits: CsvLimits,
  fail: (reason: CsvFault, params: Readonly<Record<string, number>>) => Error,
): { read: (text: string) => Generator<CsvRow>; end: () => Generator<CsvRow> } => {
  let row = 1
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let separator: string | undefined
  let afterReturn = false
  let chars = 0

  const endCell = (): void => {
    if (cells.length === limits.columns) throw fail('columns', { limit: limits.columns })
    cells.push(state === 'start' ? '' : cell.replace(escapedFormula, ''))
    cell = ''
    state = 'start'
  }
  const endRow = (): CsvRow | undefined => {
    endCell()
    const found = cells.some((each) => each.trim() !== '') ? { row, cells } : undefined
    cells = []
    chars = 0
    row++
    return found
  }

  return {
    *read(text) {
      separator ??= text === '' ? undefined : separatorOf(text.slice(0, 10_000).split(/\r|\n/, 1)[0] ?? '')
      for (const character of text) {
        if (afterReturn && character === '\n') {
          afterReturn = false
          continue
        }
        afterReturn = false
        if (state === 'quoted') {
          if (character === '"') state = 'closed'
          else cell += character
        } else if (state === 'closed' && character === '"') {
          cell += '"'
          state = 'quoted'
        } else if (character === separator) endCell()
        else if (character === '\n' || character === '\r') {
          afterReturn = character === '\r'
          const found = endRow()
          if (found) yield found
        } else if (state === 'start' && character === '"') state = 'quoted'
        else {
          cell += character
          if (state === 'start') state = 'plain'
        }
        if (++chars > limits.rowChars) throw fail(state === 'quoted' ? 'quote' : 'rowChars', { row, limit: limits.rowChars })
      }
    },
    *end() {
      if (state === 'quoted') throw fail('quote', { row })
      const last = endRow()
      if (last) yield last
    },
  }
}
