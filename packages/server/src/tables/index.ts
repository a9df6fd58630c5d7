import type { PeopleTables } from './people.tables.ts'
import type { ImportsTables } from './imports.tables.ts'
import type { RecordsTables } from './records.tables.ts'
import type { CallsTables } from './calls.tables.ts'
import type { SitesTables } from './sites.tables.ts'
import type { ReportsTables } from './reports.tables.ts'

/** Every table, for the query builder. */
export interface Tables extends PeopleTables, ImportsTables, RecordsTables, CallsTables, SitesTables, ReportsTables {}

export type TableName = keyof Tables
