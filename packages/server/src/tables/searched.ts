import type { TableName } from './index.ts'

/** How a list that is searched by keyword is stored. */
interface SearchedList {
  /** The column that orders the list newest first, if it is not the creation time. */
  readonly newestBy?: string
  /** Its rows are stored in a different order than the list shows, so reading each row costs more. */
  readonly scattered?: true
}

/** The lists that are searched by keyword: they show the newest first, with an index in that order, and one on word parts (`<table>_parts`). */
export const searchedLists = {
  company: {},
  account: {},
  customer: {},
  // Its indexes have only the id.
  device: { newestBy: 'id' },
  device_trace: {},
  gateway: { scattered: true },
  project: { scattered: true },
  sign_site: { scattered: true },
  unknown_report: {},
} as const satisfies Partial<Readonly<Record<TableName, SearchedList>>>

export type SearchedTable = keyof typeof searchedLists

/** How a list that is searched by keyword is stored. */
export const searchedList = (table: SearchedTable): SearchedList => searchedLists[table]

/** Also has an index on word parts. */
export type TableWithParts = SearchedTable | 'work_order'

/** The column whose values mostly begin alike: most codes of devices do. */
export const alikeBeginning = { table: 'device', column: 'code' } as const
