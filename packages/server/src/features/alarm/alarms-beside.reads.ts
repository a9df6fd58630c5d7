import { DomainError, enums, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { cursorOf } from '../../platform/list.ts'
import { pageAlarms } from './alarm.reads.ts'
import { findAlarm, type StoredAlarm } from './alarm.store.ts'

type Beside = typeof endpoints.alarm.beside

/** Its value in the column that the list is sorted by (alarm.reads.ts). */
const placeOf = (alarm: StoredAlarm, sort: InputOf<Beside>['sort']): string | number =>
  sort === 'urgency'
    ? (enums.alarmLevel.indexOf(alarm.level) + 1) * 1e14 + Date.parse(alarm.raised_at ?? alarm.first_at)
    : alarm.first_at

/**
 * The alarms before and after one in a list. It need not stand in the list itself: confirmed, it has left that of the unconfirmed
 * ones, and still has its place among them.
 */
export const alarmsBeside = async (ctx: Ctx, { id, order = 'desc', ...list }: InputOf<Beside>): Promise<OutputOf<Beside>> => {
  const alarm = await findAlarm(ctx.db, id)
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  const cursor = cursorOf({ id, sorted: placeOf(alarm, list.sort) })
  const nearest = async (direction: 'asc' | 'desc'): Promise<number | null> => {
    const page = await pageAlarms(ctx, { ...list, order: direction, pageSize: 1, cursor })
    return page.list[0]?.id ?? null
  }
  const [previous, next] = await Promise.all([nearest(order === 'asc' ? 'desc' : 'asc'), nearest(order)])
  return { previous, next }
}
