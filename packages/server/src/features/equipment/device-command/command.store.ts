import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { DeviceCommandTable, SentCommandTable } from '../../../tables/commands.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredCommand = Selectable<SentCommandTable>
export type Definition = Selectable<DeviceCommandTable>

/** Notified on commit when commands wait to be sent. */
export const commandChannel = 'emberwatch_command'

/** A command's definition, locked until the write ends, so that it is not deleted meanwhile. */
export const lockDefinition = (db: Db, id: number): Promise<Definition | undefined> =>
  db.selectFrom('device_command').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()

/** A sent command in the scope of `db`, locked. */
export const lockCommand = (db: Db, id: number): Promise<StoredCommand | undefined> =>
  db.selectFrom('sent_command').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Undefined if the same command is already under way to the same device (index sent_command_open). */
export const insertCommand = async (db: Db, row: Insertable<SentCommandTable>): Promise<number | undefined> => {
  const inserted = await db
    .insertInto('sent_command')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export const updateCommand = async (db: Db, id: number, changes: Updateable<SentCommandTable>): Promise<void> => {
  await db.updateTable('sent_command').set(changes).where('id', '=', id).execute()
}

export const announceCommands = (db: Db): Promise<void> => announce(db, commandChannel)
