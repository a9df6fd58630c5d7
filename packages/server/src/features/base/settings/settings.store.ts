import { sql, type Transaction } from 'kysely'
import { settingsKey, type StoredSettings } from '../../../platform/settings.ts'
import type { Tables } from '../../../tables/index.ts'

/** One writer at a time, even for settings that were never stored. */
export const lockSettings = async (tx: Transaction<Tables>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)
}

export const storeSettings = async (tx: Transaction<Tables>, settings: StoredSettings): Promise<void> => {
  const value = JSON.stringify(settings)
  await tx
    .insertInto('setting')
    .values({ key: settingsKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
