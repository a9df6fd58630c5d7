import { DomainError, valuePointsMax, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { heldSince, notBefore } from './device-online.reads.ts'

type Device = typeof endpoints.device

/** Nested values do not fit into a table cell and are shown as JSON. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const deviceValues = async (ctx: Ctx, { id }: InputOf<Device['values']>): Promise<OutputOf<Device['values']>> => {
  const row = await ctx.db
    .selectFrom('device')
    .select(['last_values', 'last_seen_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  const since = await heldSince(ctx, id)
  const isOwn = since === null || (row.last_seen_at !== null && Date.parse(row.last_seen_at) > Date.parse(since))
  const values = Object.entries(isOwn ? row.last_values : {})
    .map(([name, value]) => ({ name, value: shown(value), numeric: typeof value === 'number' }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return { lastSeenAt: row.last_seen_at, values }
}

/** Rows read for one chart: more than three times the quarter-hours of a month. */
const rowsMax = 10_000

interface Point {
  readonly at: string
  readonly value: number
}

/** Reduces points to `valuePointsMax`: each becomes the mean of an equal span of time, with its minimum and maximum. */
const thinned = (points: readonly Point[]): OutputOf<Device['valueHistory']>['points'] => {
  if (points.length <= valuePointsMax) return points.map(({ at, value }) => ({ at, value, least: value, most: value }))
  const first = Date.parse(points[0]?.at ?? '')
  const span = (Date.parse(points.at(-1)?.at ?? '') - first) / valuePointsMax || 1
  const groups = Map.groupBy(points, ({ at }) => Math.min(Math.floor((Date.parse(at) - first) / span), valuePointsMax - 1))
  return [...groups.values()].map((group) => {
    const values = group.map(({ value }) => value)
    return {
      at: group[Math.floor(group.length / 2)]?.at ?? '',
      value: values.reduce((sum, each) => sum + each, 0) / values.length,
      least: Math.min(...values),
      most: Math.max(...values),
    }
  })
}

/** A device's readings over time, from its stored samples (device.batch.ts). */
export const deviceValueHistory = async (
  ctx: Ctx,
  { id, name, startTime, endTime }: InputOf<Device['valueHistory']>,
): Promise<OutputOf<Device['valueHistory']>> => {
  const rows = await ctx.db
    .selectFrom('device_value')
    .select('at')
    .select(sql<number>`("values"->>${name})::double precision`.as('value'))
    .where('device_id', '=', id)
    .where('at', '>=', notBefore(startTime, await heldSince(ctx, id)))
    .where('at', '<=', endTime)
    .where(sql<boolean>`jsonb_typeof("values"->${name}) = 'number'`)
    .orderBy('at', 'desc')
    .limit(rowsMax + 1)
    .execute()
  return { name, points: thinned(rows.slice(0, rowsMax).toReversed()), cut: rows.length > rowsMax }
}
