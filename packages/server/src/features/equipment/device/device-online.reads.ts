import { sql } from 'kysely'
import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isOwner } from '../../../platform/database/scope.ts'
import { listPage } from '../../../platform/list.ts'

/**
 * Since when a device or gateway belongs to the caller; earlier readings are not for the caller. For anyone who sees it through its place,
 * such as its project, this is when it came there. For the company that has it, it is the last step in its trace, up to its present place,
 * that the caller does not see. Null if the caller sees all steps.
 */
export const heldSince = async (ctx: Ctx, id: number, kind: 'device' | 'gateway' = 'device'): Promise<string | null> => {
  const column = `${kind}_id` as const
  const [all, seen, row] = await Promise.all([
    // Not scoped: reads only when it was, not what.
    ctx.systemDb
      .selectFrom('device_trace')
      .select(['id', 'at'])
      .where(column, '=', id)
      .where(sql<boolean>`at <= coalesce((select bound_at from ${sql.table(kind)} where id = ${id}), 'infinity')`)
      .orderBy('at', 'desc')
      .execute(),
    ctx.db.selectFrom('device_trace').select('id').where(column, '=', id).execute(),
    ctx.db.selectFrom(kind).select(['path', 'bound_at']).where('id', '=', id).executeTakeFirst(),
  ])
  const visible = new Set(seen.map((step) => step.id))
  const last = all.find((step) => !visible.has(step.id))?.at ?? null
  if (!row || row.bound_at === null || isOwner(ctx.scope, row.path)) return last
  return notBefore(row.bound_at, last)
}

/** The later of the two. */
export const notBefore = (time: string, since: string | null): string =>
  since !== null && Date.parse(since) > Date.parse(time) ? since : time

type Device = typeof endpoints.device

/** The periods in which a device was online or offline, newest first, with their length. */
export const pageOnline = async (ctx: Ctx, input: InputOf<Device['onlinePage']>): Promise<OutputOf<Device['onlinePage']>> => {
  const since = await heldSince(ctx, input.id)
  let rows = ctx.db.selectFrom('device_online').where('device_online.device_id', '=', input.id)
  if (since !== null) rows = rows.where('device_online.at', '>', since)
  if (input.startTime) rows = rows.where('device_online.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('device_online.at', '<=', input.endTime)
  const until = sql<string | null>`(select min(later.at) from device_online later
    where later.device_id = device_online.device_id and later.at > device_online.at)`
  const now = ctx.clock.now()
  return listPage(ctx.db, input, {
    rows,
    key: 'device_online.id',
    sorts: { at: 'device_online.at' },
    defaultSort: { by: 'at', order: 'desc' },
    read: async (ids) => {
      const found = await ctx.db
        .selectFrom('device_online')
        .select(['id', 'online', 'at', until.as('until')])
        .where('id', 'in', ids)
        .execute()
      return found.map((row) => ({
        ...row,
        seconds: Math.max(
          0,
          Math.round(((row.until === null ? now.getTime() : Date.parse(row.until)) - Date.parse(row.at)) / 1000),
        ),
      }))
    },
  })
}

const dayMs = 86_400_000

interface Change {
  readonly online: boolean
  readonly at: number
}

/**
 * The share of the time since `from` in which the device was online. Time before the first known change is not counted, as nothing is known
 * about it.
 */
const shareOf = (changes: readonly Change[], from: number, now: number): number | null => {
  let onlineMs = 0
  let knownMs = 0
  for (const [index, { online, at }] of changes.entries()) {
    const start = Math.max(at, from)
    const end = changes[index + 1]?.at ?? now
    if (end <= start) continue
    knownMs += end - start
    if (online) onlineMs += end - start
  }
  return knownMs === 0 ? null : Math.round((onlineMs / knownMs) * 10_000) / 100
}

/** Availability over a day, a week and a month. */
export const deviceAvailability = async (
  ctx: Ctx,
  { id }: InputOf<Device['availability']>,
): Promise<OutputOf<Device['availability']>> => {
  const now = ctx.clock.now().getTime()
  const month = new Date(now - 30 * dayMs).toISOString()
  const since = await heldSince(ctx, id)
  const all = ctx.db.selectFrom('device_online').select(['online', 'at']).where('device_id', '=', id)
  const of = since === null ? all : all.where('at', '>', since)
  const [before, during] = await Promise.all([
    of.where('at', '<', month).orderBy('at', 'desc').limit(1).execute(),
    of.where('at', '>=', month).orderBy('at').execute(),
  ])
  const changes = [...before, ...during].map(({ online, at }) => ({ online, at: Date.parse(at) }))
  return {
    day: shareOf(changes, now - dayMs, now),
    week: shareOf(changes, now - 7 * dayMs, now),
    month: shareOf(changes, now - 30 * dayMs, now),
  }
}
