import type { CompaniesTables } from './companies.tables.ts'
import type { CustomersTables } from './customers.tables.ts'
import type { PeopleTables } from './people.tables.ts'
import type { ImportsTables } from './imports.tables.ts'
import type { RecordsTables } from './records.tables.ts'
import type { ChannelsTables } from './channels.tables.ts'
import type { CallsTables } from './calls.tables.ts'
import type { ProjectsTables } from './projects.tables.ts'
import type { KioskTables } from './kiosk.tables.ts'
import type { HandOverTables } from './hand-over.tables.ts'
import type { DeskTables } from './desk.tables.ts'
import type { DevicesTables } from './devices.tables.ts'
import type { DutyTables } from './duty.tables.ts'
import type { MessagesTables } from './messages.tables.ts'
import type { NotificationsTables } from './notifications.tables.ts'
import type { NotifyRulesTables } from './notify-rules.tables.ts'
import type { OpenAccessTables } from './open-access.tables.ts'
import type { PushesTables } from './pushes.tables.ts'
import type { OrdersTables } from './orders.tables.ts'
import type { PhoneTables } from './phone.tables.ts'
import type { PlacesTables } from './places.tables.ts'
import type { ReportsTables } from './reports.tables.ts'
import type { CommandsTables } from './commands.tables.ts'
import type { TraceTables } from './trace.tables.ts'
import type { AppVersionsTables } from './app-versions.tables.ts'
import type { FirmwareTables } from './firmware.tables.ts'
import type { UpgradesTables } from './upgrades.tables.ts'

/** Every table, for the query builder. */
export interface Tables
  extends
    CompaniesTables,
    CustomersTables,
    PeopleTables,
    ImportsTables,
    RecordsTables,
    CallsTables,
    ChannelsTables,
    ProjectsTables,
    DeskTables,
    DevicesTables,
    DutyTables,
    HandOverTables,
    KioskTables,
    MessagesTables,
    NotificationsTables,
    NotifyRulesTables,
    OpenAccessTables,
    PushesTables,
    OrdersTables,
    PhoneTables,
    PlacesTables,
    ReportsTables,
    CommandsTables,
    TraceTables,
    AppVersionsTables,
    FirmwareTables,
    UpgradesTables {}

export type TableName = keyof Tables
