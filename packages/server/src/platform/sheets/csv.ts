import { createReadStream } from 'node:fs'
import { decodedFile, encodingOfText, type TextEncoding } from '../text-encoding.ts'
import { SheetError, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'

/**
 * The apostrophe that `writeCsvStream` puts in front of a text that looks like a formula. Removed again, so that our own files read back
 * unchanged.
 */
const escapedFormula = /^'(?=[=+\-@\t\r])/

/** Opens a text of comma-, semicolon- or tab-separated values. @throws SheetError */
export const openCsv = async (path: string, limits: SheetLimits): Promise<Sheet> => {
  const encoding = await encodingOf(path)
  return { format: 'csv', date1904: false, rows: () => readRows(path, encoding, limits) }
}

const encodingOf = async (path: string): Promise<TextEncoding> => {
  for await (const chunk of createReadStream(path, { end: 65_535 }) as AsyncIterable<Buffer>) {
    const mark = chunk.readUInt16BE(0)
    if (mark === 0xfffe || mark === 0xfeff) throw new SheetError('encoding')
    // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
    if (/[\x00-\x08\x0e-\x1f]/.test(chunk.toString('latin1'))) throw new SheetError('format')
    break
  }
  const encoding = await encodingOfText(path)
  if (encoding === undefined) throw new SheetError('encoding')
  return encoding
}

/** The most frequent separator in the first line. */
const separatorOf = (line: string): string => {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '，'].map((separator) => ({ separator, n: plain.split(separator).length }))
  return counts.reduce((best, each) => (each.n > best.n ? each : best)).separator
}

/** Rows according to RFC 4180. Rows are numbered as a spreadsheet shows them, however many lines their cells contain. */
async function* readRows(path: string, encoding: TextEncoding, limits: SheetLimits): AsyncGenerator<SheetRow> {
  let row = 1
  let cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let separator: string | undefined
  let afterReturn = false
  let chars = 0

  const endCell = (): void => {
    if (cells.length === limits.columns) throw new SheetError('columns', { limit: limits.columns })
    cells.push(state === 'start' ? '' : cell.replace(escapedFormula, ''))
    cell = ''
    state = 'start'
  }
  const endRow = (): SheetRow | undefined => {
    endCell()
    const found = cells.some((each) => each.trim() !== '') ? { row, cells } : undefined
    cells = []
    chars = 0
    row++
    return found
  }

  for await (const text of decodedFile(path, encoding)) {
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
      if (++chars > limits.rowChars)
        throw new SheetError(state === 'quoted' ? 'quote' : 'rowChars', { row, limit: limits.rowChars })
    }
  }
  if (state === 'quoted') throw new SheetError('quote', { row })
  const last = endRow()
  if (last) yield last
}
