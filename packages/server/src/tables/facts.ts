import { companiesFacts } from './companies.tables.ts'
import { customersFacts } from './customers.tables.ts'
import { peopleFacts } from './people.tables.ts'
import { importsFacts } from './imports.tables.ts'
import { recordsFacts } from './records.tables.ts'
import { channelsFacts } from './channels.tables.ts'
import { callsFacts } from './calls.tables.ts'
import { messagesFacts } from './messages.tables.ts'
import { projectsFacts } from './projects.tables.ts'
import { handOverFacts } from './hand-over.tables.ts'
import { deskFacts } from './desk.tables.ts'
import { dutyFacts } from './duty.tables.ts'
import { devicesFacts } from './devices.tables.ts'
import { notificationsFacts } from './notifications.tables.ts'
import { notifyRulesFacts } from './notify-rules.tables.ts'
import { kioskFacts } from './kiosk.tables.ts'
import { openAccessFacts } from './open-access.tables.ts'
import { pushesFacts } from './pushes.tables.ts'
import { ordersFacts } from './orders.tables.ts'
import { phoneFacts } from './phone.tables.ts'
import { placesFacts } from './places.tables.ts'
import { reportsFacts } from './reports.tables.ts'
import { commandsFacts } from './commands.tables.ts'
import { traceFacts } from './trace.tables.ts'
import { appVersionsFacts } from './app-versions.tables.ts'
import { firmwareFacts } from './firmware.tables.ts'
import { upgradesFacts } from './upgrades.tables.ts'
import type { TableName } from './index.ts'
import type { ScopeFacts, TableFacts } from './table-facts.ts'

export type TableScope = ScopeFacts<TableName>

/** Every table: who writes it, who sees its rows, and whether deleted rows stay. Declared next to its columns. */
export const tableFacts: { readonly [T in TableName]: TableFacts<TableName> } = {
  ...companiesFacts,
  ...customersFacts,
  ...peopleFacts,
  ...importsFacts,
  ...recordsFacts,
  ...callsFacts,
  ...channelsFacts,
  ...messagesFacts,
  ...projectsFacts,
  ...deskFacts,
  ...devicesFacts,
  ...dutyFacts,
  ...handOverFacts,
  ...kioskFacts,
  ...notificationsFacts,
  ...notifyRulesFacts,
  ...openAccessFacts,
  ...pushesFacts,
  ...ordersFacts,
  ...phoneFacts,
  ...placesFacts,
  ...reportsFacts,
  ...commandsFacts,
  ...traceFacts,
  ...appVersionsFacts,
  ...firmwareFacts,
  ...upgradesFacts,
}

const names = Object.keys(tableFacts) as TableName[]

export const softDeletedTables: ReadonlySet<TableName> = new Set(names.filter((name) => tableFacts[name].marksDeleted))

/** The owner of every table, including `schema_migration`, which the query builder does not know. */
export const tableOwners: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [name, tableFacts[name].owner])),
  schema_migration: 'platform',
}

/** A file that writes a table of another owner, and why it has to. */
export const foreignWrites: readonly { readonly file: string; readonly table: TableName; readonly reason: string }[] = [
  {
    file: 'features/equipment/gateway/presence.batch.ts',
    table: 'device',
    reason: 'a device is heard and falls silent by the same statement as a gateway',
  },
  {
    file: 'features/equipment/gateway/presence.batch.ts',
    table: 'device_online',
    reason: 'the history of what that statement finds',
  },
  {
    file: 'features/equipment/gateway/gateway.batch.ts',
    table: 'device',
    reason: 'one report tells the versions of a gateway and of the devices behind it',
  },
  {
    file: 'features/people/account/account.store.ts',
    table: 'company',
    reason:
      'a deleted account leaves the place of the administrator empty in the same transaction; company calls account, so account cannot call company',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'account_project',
    reason: 'assignments to people who do not stand above its new place end with it',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'device_user',
    reason: 'users of the former company are unbound with it',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'project_admin',
    reason: 'people who do not stand above its new place no longer look after it',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'project_notifier',
    reason: 'its call list no longer points at accounts of the former company',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'company',
    reason: 'its parent changes with its path',
  },
  {
    file: 'features/system/hand-over/run-hand-over.ts',
    table: 'project',
    reason: 'its version counts the move, so that an edit from before is refused',
  },
  {
    file: 'features/system/hand-over/move-rows.ts',
    table: 'file',
    reason: 'photos and plans go with the rows that show them, in the one transaction that moves everything',
  },
  {
    file: 'features/system/hand-over/move-rows.ts',
    table: 'project',
    reason: 'the company of an applicant is named in the project, wherever the project itself is',
  },
  {
    file: 'features/system/hand-over/company-counts.ts',
    table: 'company_count',
    reason: 'what moves is counted once, and not by the triggers for every row',
  },
]
