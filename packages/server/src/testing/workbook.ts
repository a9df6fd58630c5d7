import { readXlsx, writeXlsx } from 'hucre/xlsx'

type Cells = readonly (string | number | boolean | Date | null)[]

/** A workbook with one sheet, written by an independent library. */
export const writeWorkbook = async (rows: readonly Cells[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: rows.map((row) => [...row]) }] }))

/** The cells of the first sheet, read by an independent library, and whether any is a formula. */
export const readWorkbook = async (bytes: Uint8Array): Promise<{ rows: unknown[][]; hasFormula: boolean }> => {
  const workbook = await readXlsx(new Uint8Array(bytes))
  return { rows: workbook.sheets[0]?.rows ?? [], hasFormula: JSON.stringify(workbook).includes('"formula"') }
}
