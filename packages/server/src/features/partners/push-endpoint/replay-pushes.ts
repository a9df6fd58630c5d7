import { DomainError, pushLimits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { pushChannel } from './push-queue.ts'

type Replay = typeof endpoints.pushEndpoint.replay

/**
 * Queues pushes once more, with their former ids: one, or all that were given up since a time. Only what its project is still pushed to the
 * endpoint for: nothing goes to a former owner.
 * @throws DomainError precondition if there is none
 */
export const replayPushes = (ctx: Ctx, input: InputOf<Replay>): Promise<OutputOf<Replay>> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    const { deliveryId, replaySince } = input
    const which =
      deliveryId === undefined
        ? sql`state = 'dead' and occurred_at >= ${replaySince ?? new Date(0).toISOString()}`
        : sql`id = ${deliveryId} and state in ('delivered', 'dead', 'cancelled')`
    const { numAffectedRows } = await sql`
      update push_delivery set state = 'waiting', due_at = ${write.at}, state_at = ${write.at}, finished_at = null,
          give_up_at = ${new Date(write.at.getTime() + pushLimits.giveUpMs)}
       where endpoint_id = ${endpoint.id} and push_event <> 'test' and ${which}
         and exists (select from project_push where project_push.id = push_delivery.push_id and project_push.state = 'active')`.execute(
      write.systemDb,
    )
    const count = Number(numAffectedRows ?? 0)
    if (count === 0) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushNothingToReplay') })
    auditRow(write, 'push_endpoint', endpoint, {
      action: 'pushEndpoint.replay',
      changes: { count: [null, count], ...(replaySince === undefined ? {} : { replaySince: [null, replaySince] }) },
    })
    await announce(write.systemDb, pushChannel)
    return { count }
  })
