import { DomainError, type AlarmCallPerson, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedPhone } from '../../../platform/mask.ts'
import { callsOf } from './alarm-call.store.ts'

type List = typeof endpoints.alarmCall.list

/**
 * Whom to call next: the person tried least often, in the order of calls, so that somebody whose line was busy is tried again after all the
 * others. Null once somebody answered.
 */
const nextToCall = (people: readonly AlarmCallPerson[]): number | null => {
  if (people.some(({ lastResult }) => lastResult === 'answered')) return null
  const left = people.filter(({ enabled, lastResult }) => enabled && lastResult !== 'wrongNumber')
  return left.toSorted((a, b) => a.tries - b.tries || a.seq - b.seq)[0]?.id ?? null
}

const verificationOf = (
  { level, state, askedBy, withinS }: { level: string; state: string; askedBy: string | null; withinS: number | null },
  since: string,
) =>
  level !== 'fire' || state !== 'unconfirmed' || askedBy === null || withinS === null
    ? null
    : { askedBy, until: new Date(Date.parse(since) + withinS * 1000).toISOString() }

export const listAlarmCalls = async (ctx: Ctx, { id }: InputOf<List>): Promise<OutputOf<List>> => {
  const alarm = await ctx.db
    .selectFrom('alarm')
    .leftJoin('project', 'project.id', 'alarm.project_id')
    .select(['alarm.project_id', 'alarm.first_at', 'alarm.raised_at', 'alarm.level', 'alarm.state'])
    .select(['project.verify_asked_by as askedBy', 'project.verify_within_s as withinS'])
    .where('alarm.id', '=', id)
    .executeTakeFirst()
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  const [listed, calls] = await Promise.all([
    ctx.db
      .selectFrom('project_notifier')
      .select(['id', 'seq', 'name', 'phone', 'role', 'methods', 'language', 'enabled'])
      .where('project_id', '=', alarm.project_id)
      .orderBy('seq')
      .execute(),
    callsOf(ctx.db, id),
  ])
  // An alarm raised again is a new fire: people who answered before are called again.
  const since = alarm.raised_at ?? alarm.first_at
  const people = listed.map((person): AlarmCallPerson => {
    const own = calls.filter(({ notifierId, at }) => notifierId === person.id && at >= since)
    const [last] = own
    return {
      ...person,
      phone: maskedPhone(person.phone) ?? '',
      tries: own.length,
      lastResult: last?.callResult ?? null,
      lastAt: last?.at ?? null,
    }
  })
  return {
    people,
    calls: calls.map(({ notifierId: _id, ...call }) => ({ ...call, phone: maskedPhone(call.phone) ?? '' })),
    nextId: nextToCall(people),
    verification: verificationOf(alarm, since),
    reached: people.some(({ lastResult }) => lastResult === 'answered'),
  }
}
