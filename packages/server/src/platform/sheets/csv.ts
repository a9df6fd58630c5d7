import { createReadStream } from 'node:fs'
import { SheetError, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'

type Encoding = 'utf-8' | 'gb18030'

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

async function* decoded(path: string, encoding: Encoding): AsyncGenerator<string> {
  // Removes a byte order mark.
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const isText = async (path: string, encoding: Encoding): Promise<boolean> => {
  try {
    for await (const _ of decoded(path, encoding));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Nearly any bytes can be read as GB18030. Real Chinese text is almost entirely in its oldest part, GB 2312, while texts in European code
 * pages, read as GB18030, hardly ever are.
 */
const looksChinese = async (path: string): Promise<boolean> => {
  let common = 0
  let rare = 0
  let lead = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (lead !== 0) {
        if (lead >= 0xa1 && lead <= 0xf7 && byte >= 0xa1) common++
        else rare++
        lead = 0
      } else if (byte >= 0x80) lead = byte
    }
  }
  return rare * 4 <= common
}

const encodingOf = async (path: string): Promise<Encoding> => {
  for await (const chunk of createReadStream(path, { end: 65_535 }) as AsyncIterable<Buffer>) {
    const mark = chunk.readUInt16BE(0)
    if (mark === 0xfffe || mark === 0xfeff) throw new SheetError('encoding')
    // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
    if (/[\x00-\x08\x0e-\x1f]/.test(chunk.toString('latin1'))) throw new SheetError('format')
    break
  }
  if (await isText(path, 'utf-8')) return 'utf-8'
  if ((await isText(path, 'gb18030')) && (await looksChinese(path))) return 'gb18030'
  throw new SheetError('encoding')
}

/** The most frequent separator in the first line. */
const separatorOf = (line: string): string => {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '，'].map((separator) => ({ separator, n: plain.split(separator).length }))
  return counts.reduce((best, each) => (each.n > best.n ? each : best)).separator
}

/** Rows according to RFC 4180. Rows are numbered as a spreadsheet shows them, however many lines their cells contain. */
async function* readRows(path: string, encoding: Encoding, limits: SheetLimits): AsyncGenerator<SheetRow> {
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

  for await (const text of decoded(path, encoding)) {
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
