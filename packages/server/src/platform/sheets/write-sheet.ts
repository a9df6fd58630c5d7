import { Readable } from 'node:stream'

/** A column of an export; `width` is in characters. */
export interface SheetColumn {
  readonly header: string
  readonly width?: number
}

export interface SheetToWrite {
  readonly format: 'xlsx' | 'csv'
  /** The first row, which stays in sight while the rest scrolls. Without it the first of `rows` is that. */
  readonly columns?: readonly SheetColumn[]
  readonly rows: AsyncIterable<(string | number)[]> | Iterable<(string | number)[]>
}

/**
 * The bytes of a sheet, made as they are read, so that memory does not grow with the rows. No cell becomes a formula: xlsx texts are typed as text, csv
 * texts that begin like a formula get an apostrophe in front, which our own reader takes away again.
 */
export const writeSheet = (sheet: SheetToWrite): Readable => Readable.from(bytesOf(sheet), { objectMode: false })

/** The library is loaded with the first sheet. */
async function* bytesOf({ format, columns, rows }: SheetToWrite): AsyncGenerator<Uint8Array> {
  if (format === 'csv') {
    const { writeCsvStream } = await import('hucre/csv')
    yield* writeCsvStream(columns ? withHeader(columns, rows) : rows, { headers: false, bom: true, escapeFormulae: true })
  } else {
    const { writeXlsxStream } = await import('hucre/xlsx')
    yield* writeXlsxStream(rows, {
      name: 'Emberwatch',
      freezePane: { rows: 1 },
      ...(columns ? { columns: columns.map(({ header, width = 20 }) => ({ header, width })) } : {}),
    })
  }
}

async function* withHeader(columns: readonly SheetColumn[], rows: SheetToWrite['rows']) {
  yield columns.map(({ header }) => header)
  yield* rows
}
