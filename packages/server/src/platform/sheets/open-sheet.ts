import { open } from 'node:fs/promises'
import { csvReader } from '@emberwatch/contract'
import { createReadStream } from 'node:fs'
import { SheetError, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'
import { openXlsx } from './xlsx.ts'
import { decodedFile, encodingOfText, type TextEncoding } from '../text-encoding.ts'

/** The container format of old Office workbooks and of encrypted ones. */
const compoundFile = 'd0cf11e0a1b11ae1'
const zipFile = '504b0304'

const headOf = async (path: string): Promise<{ size: number; head: string }> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return { size, head: buffer.toString('hex', 0, bytesRead) }
  } finally {
    await file.close()
  }
}

/**
 * Opens a stored file as a sheet, judging by its bytes, not its name. Reading is bounded whatever the file claims: it goes piece by piece,
 * and at most 48 MB of an xlsx's texts are held.
 * @throws SheetError if it cannot be read, also while reading its rows
 */
export const openSheet = async (path: string, limits: SheetLimits): Promise<Sheet> => {
  const { size, head } = await headOf(path)
  if (size < 2) throw new SheetError('empty')
  if (head.startsWith(compoundFile)) throw new SheetError('oldWorkbook')
  const sheet = head.startsWith(zipFile) ? await openXlsx(path, limits) : await openCsv(path, limits)
  return { ...sheet, rows: () => counted(sheet.rows(), limits.rows) }
}

async function* counted(rows: AsyncGenerator<SheetRow>, limit: number): AsyncGenerator<SheetRow> {
  let read = 0
  for await (const row of rows) {
    if (++read > limit) throw new SheetError('rows', { limit })
    yield row
  }
}

/** Opens a text of comma-, semicolon- or tab-separated values. @throws SheetError */
const openCsv = async (path: string, limits: SheetLimits): Promise<Sheet> => {
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

async function* readRows(path: string, encoding: TextEncoding, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const reader = csvReader(limits, (reason, params) => new SheetError(reason, params))
  for await (const text of decodedFile(path, encoding)) yield* reader.read(text)
  yield* reader.end()
}
