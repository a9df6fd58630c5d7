import type { endpoints, GatewayAvailability, GatewayOutageRow, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { heldSince } from '../device/device-online.reads.ts'
import { fields } from '../../../platform/rows/columns.ts'

type Gateway = typeof endpoints.gateway

/** When the gateway was heard again. Null: not yet. */
const until = sql<string | null>`(
  select next.at from gateway_link as next
  where next.gateway_id = gateway_link.gateway_id and next.online and (next.at, next.id) > (gateway_link.at, gateway_link.id)
  order by next.at, next.id limit 1)`

/** The outages of a gateway, newest first. */
export const outagesOfGateway = async (ctx: Ctx, input: InputOf<Gateway['outages']>): Promise<OutputOf<Gateway['outages']>> => {
  const held = await heldSince(ctx, input.gatewayId, 'gateway')
  let rows = ctx.db
    .selectFrom('gateway_link')
    .where('gateway_link.gateway_id', '=', input.gatewayId)
    .where('gateway_link.online', '=', false)
  if (held !== null) rows = rows.where('gateway_link.at', '>', held)
  if (input.startTime) rows = rows.where('gateway_link.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('gateway_link.at', '<=', input.endTime)
  return listPage<GatewayOutageRow>(ctx.db, input, {
    rows,
    key: 'gateway_link.id',
    sorts: { at: 'gateway_link.at' },
    defaultSort: { by: 'at', order: 'desc' },
    read: (ids) =>
      ctx.db
        .selectFrom('gateway_link')
        .select(fields('gateway_link', ['id', 'at', 'noticedAt', 'cause']))
        .select(until.as('until'))
        .where('gateway_link.id', 'in', ids)
        .execute(),
  })
}

const dayMs = 86_400_000
const shownDays = 30

interface Window {
  readonly name: string
  readonly percent: number | null
  readonly outages: number
}

/** Rounds down to two decimals, so that less than 100 is never shown as 100. */
const rounded = (share: number | null): number | null => (share === null ? null : Math.floor(share * 10_000 + 1e-6) / 100)

/**
 * The share of the last 24 hours, 7 and 30 days in which a gateway was online, and of each day. Time before its history begins is not
 * counted, as nothing is known about it.
 */
export const availabilityOfGateway = async (
  ctx: Ctx,
  { gatewayId }: InputOf<Gateway['availability']>,
): Promise<GatewayAvailability> => {
  const now = ctx.clock.now()
  const site = await ctx.db
    .selectFrom('gateway')
    .innerJoin('company', 'company.id', 'gateway.company_id')
    .leftJoin('project', 'project.id', 'gateway.project_id')
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('zone'))
    .where('gateway.id', '=', gatewayId)
    .executeTakeFirstOrThrow()
  const since = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  const oldest = since((shownDays + 1) * dayMs)
  const held = await heldSince(ctx, gatewayId, 'gateway')
  // The state when the caller's company got the gateway counts from then on. When that state began is not for the caller.
  const start = held === null ? sql`at` : sql`greatest(at, ${held}::timestamptz)`
  // Not scoped: the gateway was found in the caller's scope.
  const { rows } = await sql<Window>`
    with span as materialized (
      select online, ${start} as start, coalesce(lead(at) over (order by at, id), ${now}) as stop
        from gateway_link
       where gateway_id = ${gatewayId} and at <= ${now}
         and at >= coalesce((select max(at) from gateway_link where gateway_id = ${gatewayId} and at <= ${oldest}), ${oldest}::timestamptz)
    ), part as (
      select 'day' as name, ${since(dayMs)}::timestamptz as start, ${now}::timestamptz as stop
      union all select 'week', ${since(7 * dayMs)}, ${now}
      union all select 'month', ${since(shownDays * dayMs)}, ${now}
      union all
      select to_char(d.day, 'YYYY-MM-DD'), d.day at time zone ${site.zone}, least((d.day + interval '1 day') at time zone ${site.zone}, ${now})
        from generate_series(
          date_trunc('day', ${now}::timestamptz at time zone ${site.zone}) - ${shownDays - 1} * interval '1 day',
          date_trunc('day', ${now}::timestamptz at time zone ${site.zone}), interval '1 day') as d (day)
    ), piece as (
      select part.name, span.online, span.start >= part.start as begins,
             extract(epoch from least(span.stop, part.stop) - greatest(span.start, part.start)) as seconds
        from part join span on span.start < part.stop and span.stop > greatest(part.start, span.start)
    )
    select part.name,
           (coalesce(sum(piece.seconds) filter (where piece.online), 0) / nullif(sum(piece.seconds), 0))::float8 as percent,
           (count(*) filter (where not piece.online and piece.begins))::integer as outages
      from part left join piece on piece.name = part.name
     group by part.name order by part.name`.execute(ctx.systemDb)
  const links = ctx.db
    .selectFrom('gateway_link')
    .select((e) => e.fn.min('at').as('at'))
    .where('gateway_id', '=', gatewayId)
  const first = await (held === null ? links : links.where('at', '>', held)).executeTakeFirst()
  const of = (name: string): number | null => rounded(rows.find((row) => row.name === name)?.percent ?? null)
  return {
    day: of('day'),
    week: of('week'),
    month: of('month'),
    since: first?.at ?? null,
    days: rows
      .filter(({ name }) => /^\d/.test(name))
      .map(({ name, percent, outages }) => ({ day: name, percent: rounded(percent), outages })),
  }
}
