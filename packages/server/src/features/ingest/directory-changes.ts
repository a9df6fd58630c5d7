import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Tables } from '../../tables/index.ts'

const channel = 'emberwatch_directory'
/** Stands for the report-parameter table, and everything else. */
const everything = '*'

/**
 * To be called, in its transaction, by every write that changes a gateway (its secret and state included), binds or changes its devices, or changes what a code
 * means (then without codes): the ingest of every process forgets what it held in memory when the transaction commits.
 */
export async function directoryChanged(
  tx: Transaction<Tables> | Kysely<Tables>,
  gatewayCodes?: readonly string[],
): Promise<void> {
  for (const code of gatewayCodes ?? [everything]) await sql`select pg_notify(${channel}, ${code})`.execute(tx)
}

/** Hears of changed gateways; undefined: whenever listening was interrupted, everything counts as changed. Answers how to stop. */
export function onDirectoryChange(notifications: Notifications, changed: (gatewayCode: string | undefined) => void): () => void {
  return notifications.subscribe(channel, {
    heard: (payload) => changed(payload === everything ? undefined : payload),
    missed: () => changed(undefined),
  })
}
