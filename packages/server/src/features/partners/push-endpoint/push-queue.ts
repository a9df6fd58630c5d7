import { sql, type Kysely, type Transaction } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** Notified in the transaction that queues pushes. */
export const pushChannel = 'emberwatch_push'
/** Notified when endpoints or project pushes change. The payload names a receiver whose MQTT connections must end. */
export const pushChangeChannel = 'emberwatch_push_change'

export const pushesChanged = (tx: Db, disconnect = ''): Promise<void> => announce(tx, pushChangeChannel, disconnect)

/** Cancels what waits for an endpoint, or for project pushes that end. */
export const cancelWaiting = async (
  tx: Transaction<Tables>,
  which: { readonly endpointId: number } | { readonly pushIds: readonly number[] },
  at: Date,
): Promise<void> => {
  const of = 'endpointId' in which ? sql`endpoint_id = ${which.endpointId}` : sql`push_id = any(${which.pushIds}::bigint[])`
  await sql`update push_delivery set state = 'cancelled', finished_at = ${at}, state_at = ${at} where state = 'waiting' and ${of}`.execute(
    tx,
  )
}

/** An endpoint that a project push was just made for, or has just left, is in use. */
export const noteUsed = async (tx: Transaction<Tables>, endpointIds: readonly number[], at: Date): Promise<void> => {
  if (endpointIds.length === 0) return
  await tx
    .updateTable('push_endpoint')
    .set({ used_at: at, warned_at: null })
    .where((e) => e('id', '=', e.fn.any(e.val([...endpointIds]))))
    .execute()
}
