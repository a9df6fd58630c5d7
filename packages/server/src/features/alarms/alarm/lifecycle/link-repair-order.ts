import { DomainError } from '@emberwatch/contract'
import type { Write } from '../../../../platform/transact.ts'
import { findAlarm, setAlarmOrder } from '../alarm.store.ts'
import { auditTarget, emitAlarm } from './alarm-event.ts'
import { recordStep } from './record-step.ts'

/** A repair order as an alarm knows it. */
interface Link {
  readonly alarmId: number
  readonly orderId: number
  readonly orderCode: string
}

/** A repair order was created from an alarm, in any state. Part of the write that creates the order. */
export const linkRepairOrder = async (write: Write, { alarmId, orderId, orderCode }: Link): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (!alarm) throw new DomainError('notFound', {}, 'alarmId')
  await setAlarmOrder(write.db, alarm, orderId, write.by, write.at)
  await recordStep(write, alarm, 'repairOrder', { orderId, orderCode }, { orderId: [alarm.order_id, orderId] })
}

/** The repair order was deleted: the alarm no longer refers to it. Its journey keeps the history. */
export const unlinkRepairOrder = async (write: Write, { alarmId, orderId }: Omit<Link, 'orderCode'>): Promise<void> => {
  const alarm = await findAlarm(write.db, alarmId)
  if (alarm?.order_id !== orderId) return
  await setAlarmOrder(write.db, alarm, null, write.by, write.at)
  await emitAlarm(write, alarm, 'repairOrder')
  write.audit({ action: 'alarm.repairOrder', ...auditTarget(alarm), changes: { orderId: [orderId, null] } })
}
