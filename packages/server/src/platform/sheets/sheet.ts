import type { texts } from '../i18n.ts'

/** An empty cell is ''. Whatever a workbook stores as a number is a number, dates included. Formulas are never computed. */
export type Cell = string | number

/** Whether a cell shows the error of a formula, such as #N/A or #REF!, instead of a value. CSV files contain it as text. */
export const isErrorValue = (text: string): boolean => /^(?:#(?:N\/A|[A-Z0-9_/]+[!?])|#GETTING_DATA|Err:\d{3})$/.test(text)

/** One row that is not blank. `row` is its number in the sheet, ascending. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

/** The first sheet of a file, readable any number of times. */
export interface Sheet {
  readonly format: 'xlsx' | 'csv'
  /** Date numbers count from 1904 instead of 1900. */
  readonly date1904: boolean
  rows(): AsyncGenerator<SheetRow>
}

/** Limits of what is read; reading stops beyond them. */
export interface SheetLimits {
  /** Rows that are not blank. */
  readonly rows: number
  readonly columns: number
  /** Characters in all cells of one row together. */
  readonly rowChars: number
}

export type UnreadableReason = keyof (typeof texts)['zh']['imports']['unreadable']

/** A file that cannot be read. `reason` names a text of the packs (`imports.unreadable`). */
export class SheetError extends Error {
  readonly reason: UnreadableReason
  readonly params: Readonly<Record<string, string | number>>

  constructor(reason: UnreadableReason, params: Readonly<Record<string, string | number>> = {}) {
    super(reason)
    this.name = 'SheetError'
    this.reason = reason
    this.params = params
  }
}
