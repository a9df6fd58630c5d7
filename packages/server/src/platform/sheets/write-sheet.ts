import { Readable } from 'node:stream'

/** A column of an export; `width` is in characters. */
export interface SheetColumn {
  readonly header: string
  readonly width?: number
}

export interface SheetToWrite {
  readonly format: 'xlsx' | 'csv'
  /** The first row, which stays visible while scrolling. Without it, the first of `rows` takes its place. */
  readonly columns?: readonly SheetColumn[]
  readonly rows: AsyncIterable<(string | number)[]> | Iterable<(string | number)[]>
}

/**
 * The bytes of a sheet, generated while they are read, so that memory does not grow with the rows. No cell becomes a formula: xlsx texts
 * are typed as text, and csv texts that look like a formula get a leading apostrophe, which our own reader removes again.
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
