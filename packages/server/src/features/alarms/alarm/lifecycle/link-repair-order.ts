import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { auditTarget, emitAlarmEvent } from './alarm.events.ts'
import { findAlarm, insertJourney, setAlarmOrder } from './alarm.store.ts'

/** A repair order as an alarm knows it. */
interface Link {
  readonly alarmId: number
  readonly orderId: number
  readonly orderCode: string
}

/** A repair order was created from an alarm, in any state. Part of the write that creates the order. */
export const linkRepairOrder = async (ctx: Ctx, write: Write, { alarmId, orderId, orderCode }: Link): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (!alarm) throw new DomainError('notFound', {}, 'alarmId')
  const by = ctx.actor.accountId
  await setAlarmOrder(write.db, alarm, orderId, by, write.at)
  await insertJourney(write.db, [alarmId], { step: 'repairOrder', at: write.at, by, detail: { orderId, orderCode } })
  await emitAlarmEvent(write, alarm, 'repairOrder')
  write.audit({ action: 'alarm.repairOrder', ...auditTarget(alarm), changes: { orderId: [alarm.order_id, orderId] } })
}

/** The repair order was deleted: the alarm no longer refers to it. Its journey keeps the history. */
export const unlinkRepairOrder = async (ctx: Ctx, write: Write, { alarmId, orderId }: Omit<Link, 'orderCode'>): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (alarm?.order_id !== orderId) return
  await setAlarmOrder(write.db, alarm, null, ctx.actor.accountId, write.at)
  await emitAlarmEvent(write, alarm, 'repairOrder')
  write.audit({ action: 'alarm.repairOrder', ...auditTarget(alarm), changes: { orderId: [orderId, null] } })
}
