import { buildTopic, encodeMessage } from '@emberwatch/device-link'
import type { Logger } from 'pino'
import type { Broker } from '../../../platform/broker/broker.ts'
import type { Ctx } from '../../../platform/context.ts'
import { briefTransaction } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { workOff } from '../../../platform/outbox/work-off.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { offerChannel } from './advance-task.ts'
import { mayGoOut, offerOf, unpublished } from './offer.store.ts'

const lookEveryMs = 1_000
/** Offers per round. Few of them cannot be delivered here, because an offer that reaches nobody is soon withdrawn. */
const roundLimit = 500

/**
 * Sends offers to the gateways connected to this process. The rows are the outbox: only committed offers are sent, and what a dead process
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

  const publish = async (id: number, gatewayCode: string): Promise<void> => {
    const topic = buildTopic(gatewayCode, 'upgrade')
    if (!broker.reaches(topic) || !(await mayGoOut(ctx, id))) return
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
    if (!message || claimed.due_at === null) return
    const { offer } = claimed
    // Not awaited: a gateway that is slow to acknowledge does not hold up the others.
    void broker
      .deliver(topic, encodeMessage(message), new Date(claimed.due_at))
      .then(async (receipt) => {
        if (receipt !== 'nobody') return
        const row = db.updateTable('upgrade_device').set({ published_at: null }).where('id', '=', id)
        await row.where('state', '=', 'sent').where('offer', '=', offer).execute()
      })
      .catch(warn)
  }

  return createWakeLoop({
    notifications,
    channel: offerChannel,
    everyMs: lookEveryMs,
    work: workOff({
      limit: roundLimit,
      read: (limit, exceptCompanies: readonly number[]) => unpublished(db, limit, exceptCompanies),
      keyOf: ({ companyId }) => companyId,
      work: ({ id, code }) => publish(id, code),
      failed: warn,
    }),
    failed: 'upgrades could not be offered; trying again',
    log,
  })
}
