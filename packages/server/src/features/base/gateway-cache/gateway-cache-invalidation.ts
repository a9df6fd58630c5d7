import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Notifications } from '../../../platform/database/notifications.ts'
import type { Tables } from '../../../tables/index.ts'

const channel = 'emberwatch_directory'
/** Stands for all gateways and the report code table. */
const everything = '*'

/**
 * Every write must call this in its transaction when it changes a gateway (including its secret and state), binds or changes its devices,
 * or changes the meaning of a code (then without gateway codes). On commit, every ingest process drops its cached copy.
 */
export const invalidateGatewayCache = async (
  tx: Transaction<Tables> | Kysely<Tables>,
  gatewayCodes?: readonly string[],
): Promise<void> => {
  const codes = gatewayCodes ?? [everything]
  if (codes.length > 0) await sql`select pg_notify(${channel}, code) from unnest(${codes}::text[]) code`.execute(tx)
}

/**
 * Calls back with the code of each gateway that changed. `undefined` means that notifications were interrupted and everything may have
 * changed. Returns the unsubscribe function.
 */
export const onGatewayCacheInvalidated = (
  notifications: Notifications,
  changed: (gatewayCode: string | undefined) => void,
): (() => void) => {
  return notifications.subscribe(channel, {
    onNotification: (payload) => changed(payload === everything ? undefined : payload),
    onReconnect: () => changed(undefined),
  })
}
