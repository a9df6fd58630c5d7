import { buildTopic, encodeMessage } from '@emberwatch/device-link'
import type { Logger } from 'pino'
import type { Broker } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { briefTransaction } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { createParked } from '../../../platform/outbox/parked.ts'
import { workOff } from '../../../platform/outbox/work-off.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { offerChannel } from './advance-task.ts'
import { mayGoOut, offerOf, unpublished, type WaitingOffer } from './offer.store.ts'

const lookEveryMs = 1_000
/** Offers per round. */
const roundLimit = 500

/**
 * Sends offers to the gateways connected to this process. The rows are the outbox: only committed offers are sent, and what a crashed process
 * had not sent is sent by the next one.
 */
export const createUpgradePublisher = ({
  ctx,
  broker,
  notifications,
  log,
}: {
  readonly ctx: Ctx
  readonly broker: Pick<Broker, 'reaches' | 'deliver'>
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}): WakeLoop => {
  const { systemDb: db, clock } = ctx
  const warn = (error: unknown): void => log.warn({ err: error }, 'an upgrade could not be offered; trying again')

  /** Gateways connected elsewhere or nowhere are left out for a moment, so that others do not wait behind their offers. */
  const away = createParked<number>(lookEveryMs)

  const publish = async ({ id, code, gatewayId }: WaitingOffer): Promise<boolean> => {
    const topic = buildTopic(code, 'upgrade')
    if (!broker.reaches(topic)) {
      away.park(gatewayId)
      return true
    }
    if (!(await mayGoOut(ctx, id))) return false
    const claimed = await briefTransaction(db, (tx) =>
      tx
        .updateTable('upgrade_device')
        .set({ published_at: clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'sent')
        .where('published_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    )
    const message = claimed && (await offerOf(ctx, claimed))
    if (!message || claimed.due_at === null) return claimed !== undefined
    const { offer } = claimed
    // Not awaited: a gateway that is slow to acknowledge does not hold up the others.
    void broker
      .deliver(topic, encodeMessage(message), new Date(claimed.due_at))
      .then(async (acknowledgedBy) => {
        if (acknowledgedBy !== 'none') return
        away.park(gatewayId)
        const row = db.updateTable('upgrade_device').set({ published_at: null }).where('id', '=', id)
        await row.where('state', '=', 'sent').where('offer', '=', offer).execute()
      })
      .catch(warn)
    return true
  }

  return createWakeLoop({
    notifications,
    channel: offerChannel,
    everyMs: lookEveryMs,
    work: workOff({
      limit: roundLimit,
      read: (limit, exceptCompanies: readonly number[]) => unpublished(db, limit, exceptCompanies, away.keys()),
      keyOf: ({ companyId }) => companyId,
      work: publish,
      failed: warn,
    }),
    failed: 'upgrades could not be offered; trying again',
    log,
  })
}
