import { csvReader } from '@emberwatch/contract'
import { createReadStream } from 'node:fs'
import { decodedFile, encodingOfText, type TextEncoding } from '../text-encoding.ts'
import { SheetError, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts'

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

async function* readRows(path: string, encoding: TextEncoding, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const reader = csvReader(limits, (reason, params) => new SheetError(reason, params))
  for await (const text of decodedFile(path, encoding)) yield* reader.read(text)
  yield* reader.end()
}
