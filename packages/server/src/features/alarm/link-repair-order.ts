import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { audited, tellNews } from './alarm.news.ts'
import { findAlarm, insertJourney, setOrder } from './alarm.store.ts'

/** A repair order as an alarm knows it. */
interface Link {
  readonly alarmId: number
  readonly orderId: number
  readonly orderCode: string
}

/** A repair order was made of an alarm, in whatever state it is. Part of the write that makes the order. */
export const linkRepairOrder = async (ctx: Ctx, write: Write, { alarmId, orderId, orderCode }: Link): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (!alarm) throw new DomainError('notFound', {}, 'alarmId')
  const by = ctx.actor.accountId
  await setOrder(write.db, alarm, orderId, by, write.at)
  await insertJourney(write.db, [alarmId], { step: 'repairOrder', at: write.at, by, detail: { orderId, orderCode } })
  await tellNews(write, alarm, 'repairOrder')
  write.audit({ action: 'alarm.repairOrder', ...audited(alarm), changes: { orderId: [alarm.order_id, orderId] } })
}

/** The repair order was deleted: the alarm points at none, unless at a later one. Its journey keeps what was. */
export const unlinkRepairOrder = async (ctx: Ctx, write: Write, { alarmId, orderId }: Omit<Link, 'orderCode'>): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (alarm?.order_id !== orderId) return
  await setOrder(write.db, alarm, null, ctx.actor.accountId, write.at)
  await tellNews(write, alarm, 'repairOrder')
  write.audit({ action: 'alarm.repairOrder', ...audited(alarm), changes: { orderId: [orderId, null] } })
}
