import { DomainError, enums, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { cursorOf } from '../../../platform/list.ts'
import { isQueue, pageAlarms } from './alarm.reads.ts'
import { findAlarm, type StoredAlarm } from './alarm.store.ts'

type Beside = typeof endpoints.alarm.beside

/**
 * The alarm's value in the column that the list is sorted by (alarm.reads.ts). An alarm that is no longer unconfirmed keeps its place among
 * those that are.
 */
const placeOf = (alarm: StoredAlarm, list: Omit<InputOf<Beside>, 'id'>): string | number => {
  if (!isQueue(list)) return alarm.first_at
  const isBehind = alarm.state === 'confirmed' && list.state !== 'unconfirmed'
  const waitingSince = Date.parse(alarm.raised_at ?? alarm.first_at)
  return (alarm.test ? 1e15 : 0) + (enums.alarmLevel.indexOf(alarm.level) + 1) * 1e14 + (isBehind ? 1e13 : 0) + waitingSince
}

/**
 * The alarms before and after one in a list. The alarm itself need not be in the list: once confirmed, it has left the list of unconfirmed
 * ones but still has its place among them.
 */
export const alarmsBeside = async (ctx: Ctx, { id, ...list }: InputOf<Beside>): Promise<OutputOf<Beside>> => {
  const alarm = await findAlarm(ctx.db, id)
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  const cursor = cursorOf({ id, sorted: placeOf(alarm, list) })
  const order = list.order ?? (isQueue(list) ? 'asc' : 'desc')
  const nearest = async (direction: 'asc' | 'desc'): Promise<number | null> => {
    const page = await pageAlarms(ctx, { ...list, order: direction, pageSize: 1, cursor })
    return page.list[0]?.id ?? null
  }
  const [previous, next] = await Promise.all([nearest(order === 'asc' ? 'desc' : 'asc'), nearest(order)])
  return { previous, next }
}
