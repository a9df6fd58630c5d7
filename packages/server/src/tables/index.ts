import type { CompaniesTables } from './companies.tables.ts'
import type { CustomersTables } from './customers.tables.ts'
import type { PeopleTables } from './people.tables.ts'
import type { ImportsTables } from './imports.tables.ts'
import type { RecordsTables } from './records.tables.ts'
import type { CallsTables } from './calls.tables.ts'
import type { ProjectsTables } from './projects.tables.ts'
import type { HandOverTables } from './hand-over.tables.ts'
import type { DeskTables } from './desk.tables.ts'
import type { DevicesTables } from './devices.tables.ts'
import type { OrdersTables } from './orders.tables.ts'
import type { PhoneTables } from './phone.tables.ts'
import type { PlacesTables } from './places.tables.ts'
import type { ReportsTables } from './reports.tables.ts'
import type { CommandsTables } from './commands.tables.ts'
import type { TraceTables } from './trace.tables.ts'

/** Every table, for the query builder. */
export interface Tables
  extends
    CompaniesTables,
    CustomersTables,
    PeopleTables,
    ImportsTables,
    RecordsTables,
    CallsTables,
    ProjectsTables,
    DeskTables,
    DevicesTables,
    HandOverTables,
    OrdersTables,
    PhoneTables,
    PlacesTables,
    ReportsTables,
    CommandsTables,
    TraceTables {}

export type TableName = keyof Tables
