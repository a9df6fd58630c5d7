import { peopleFacts } from './people.tables.ts'
import { importsFacts } from './imports.tables.ts'
import { recordsFacts } from './records.tables.ts'
import { callsFacts } from './calls.tables.ts'
import { projectsFacts } from './projects.tables.ts'
import { handOverFacts } from './hand-over.tables.ts'
import { devicesFacts } from './devices.tables.ts'
import { ordersFacts } from './orders.tables.ts'
import { placesFacts } from './places.tables.ts'
import { reportsFacts } from './reports.tables.ts'
import { commandsFacts } from './commands.tables.ts'
import { traceFacts } from './trace.tables.ts'
import type { TableName } from './index.ts'
import type { Scope, TableFacts } from './table-facts.ts'

export type TableScope = Scope<TableName>

/** Every table: who writes it, who sees its rows, and whether deleted rows stay. Each stands beside its columns. */
export const tableFacts: { readonly [T in TableName]: TableFacts<TableName> } = {
  ...peopleFacts,
  ...importsFacts,
  ...recordsFacts,
  ...callsFacts,
  ...projectsFacts,
  ...devicesFacts,
  ...handOverFacts,
  ...ordersFacts,
  ...placesFacts,
  ...reportsFacts,
  ...commandsFacts,
  ...traceFacts,
}

const names = Object.keys(tableFacts) as TableName[]

export const softDeletedTables: ReadonlySet<TableName> = new Set(names.filter((name) => tableFacts[name].marksDeleted))

/** The owner of every table; `schema_migration` is not one of the query builder's. */
export const tableOwners: Readonly<Record<string, string>> = {
  ...Object.fromEntries(names.map((name) => [name, tableFacts[name].owner])),
  schema_migration: 'platform',
}

/** A file that writes a table of somebody else's, and why it must. */
export const foreignWrites: readonly { readonly file: string; readonly table: TableName; readonly reason: string }[] = [
  {
    file: 'features/account/account.store.ts',
    table: 'company',
    reason:
      'a deleted account leaves the place of the administrator empty in the same transaction; company calls account, so account cannot call company',
  },
]
