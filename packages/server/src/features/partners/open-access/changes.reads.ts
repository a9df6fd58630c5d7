import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { inBranchOf } from '../../../platform/database/scope.ts'
import { readAlarms } from '../../alarms/alarm/alarm.rows.ts'
import { readFaults } from '../../alarms/fault/fault.reads.ts'
import { openAlarmOf, openFaultOf } from './open-api.reads.ts'

/**
 * Which transactions had ended at one moment, as far as stored events are concerned: those before `next` that are not `running`. Neither ids
 * nor times follow the order of commits, so only this tells what somebody has seen.
 */
interface Seen {
  readonly next: bigint
  readonly running: readonly bigint[]
}

/** A place from which somebody follows. */
interface Cursor {
  /** The cluster, because another one counts its transactions anew. */
  readonly cluster: string
  /** The latest event that had been stored. It is gone if the database was restored from before it, and when it is a day old. */
  readonly witness: readonly [id: number, xid: bigint] | null
  readonly at: number
  readonly seen: Seen
  /** Set while what `seen` lacks is read page by page: the moment it is read to, and the last event that was read. */
  readonly page?: { readonly to: Seen; readonly toAt: number; readonly after: readonly [xid: bigint, id: number] }
}

type Kind = 'alarm' | 'fault'

/** A day of events is kept (platform/live-events.ts). Below that, so that clocks of several machines may differ. */
const keptMs = 20 * 3_600_000
/** Events per read. An alarm that flaps has many. */
const eventsAtOnce = 5_000

const ended = (): never => {
  throw new DomainError('cursorEnded', {}, 'since')
}

const seenText = ({ next, running }: Seen): string => [next, ...running].join('.')
const parseSeen = (text: string): Seen => {
  const [next = 0n, ...running] = text.split('.').map(BigInt)
  return { next, running }
}

/** `1_<cluster>_<time>_<witness>_<seen>`, and for a page `_<to>_<after>`: digits only, so nothing in it can be wrong in a worse way. */
const cursorText = ({ cluster, at, witness, seen, page }: Cursor): string =>
  [
    '1',
    cluster,
    at,
    witness?.join('.') ?? '',
    seenText(seen),
    ...(page ? [page.toAt, seenText(page.to), page.after.join('.')] : []),
  ].join('_')

const xids = '\\d{1,19}(?:\\.\\d{1,19})*'
const shape = new RegExp(
  `^1_(\\d{1,20})_(\\d{1,15})_(\\d{1,15}\\.\\d{1,19})?_(${xids})(?:_(\\d{1,15})_(${xids})_(\\d{1,19})\\.(\\d{1,15}))?$`,
)

/** @throws DomainError badRequest for a text that is not one of our cursors */
const cursorOf = (text: string): Cursor => {
  const [, cluster, at, witness, seen, toAt, to, afterXid, afterId] = shape.exec(text) ?? []
  if (cluster === undefined || seen === undefined) throw new DomainError('badRequest', {}, 'since')
  const [id = '', xid = ''] = witness?.split('.') ?? []
  return {
    cluster,
    at: Number(at),
    witness: witness === undefined ? null : [Number(id), BigInt(xid)],
    seen: parseSeen(seen),
    ...(to === undefined
      ? {}
      : { page: { to: parseSeen(to), toAt: Number(toAt), after: [BigInt(afterXid ?? 0), Number(afterId)] } }),
  }
}

const followed = sql`kind in ('alarm', 'fault', 'refresh')`

/** This moment. One statement, so that everything in it is of the same snapshot. */
const now = async ({ systemDb, clock }: Ctx): Promise<Cursor> => {
  const { rows } = await sql<{ cluster: string; snapshot: string; id: number | null; xid: string | null }>`
    select system_identifier::text as cluster, pg_current_snapshot()::text as snapshot, latest.id, latest.xid::text as xid
    from pg_control_system() left join lateral (
      select id, xid from live_event where ${followed} order by xid desc, id desc limit 1) as latest on true`.execute(systemDb)
  const [row] = rows
  if (!row) throw new Error('no snapshot')
  const running = (row.snapshot.split(':')[2] ?? '').split(',').filter(Boolean).map(BigInt)
  // Counted to the latest event, not to the latest transaction: after a restore, others take the numbers of those that were lost.
  const next = row.xid === null ? 0n : BigInt(row.xid) + 1n
  return {
    cluster: row.cluster,
    at: clock.now().getTime(),
    witness: row.id === null || row.xid === null ? null : [row.id, BigInt(row.xid)],
    seen: { next, running: running.filter((xid) => xid < next) },
  }
}

/** @throws DomainError cursorEnded if events may be missing after it, or the key saw something else then */
const assertContinues = async (
  { systemDb, clock, actor }: Ctx,
  { cluster, at, witness }: Cursor,
  { cluster: present }: Cursor,
): Promise<void> => {
  if (cluster !== present || at < clock.now().getTime() - keptMs) ended()
  if (actor.key && at <= Date.parse(actor.key.scopeSince)) ended()
  if (!witness) return
  const { rows } = await sql`select from live_event where id = ${witness[0]} and xid = ${String(witness[1])}::text::xid8`.execute(
    systemDb,
  )
  if (rows.length === 0) ended()
}

interface StoredChange {
  readonly id: number
  readonly xid: string
  readonly kind: Kind | 'refresh'
  readonly object_id: string | null
}

const numbers = (xids: readonly bigint[]) => sql`${xids.map(String)}::text[]::xid8[]`

/** The events of the key's company and below that are seen in `to` and not yet in `from`, in the order of their transactions. */
const eventsBetween = async (
  { systemDb, scope }: Ctx,
  kind: Kind,
  from: Seen,
  to: Seen,
  after: readonly [xid: bigint, id: number],
): Promise<StoredChange[]> => {
  if (scope.kind !== 'company') return []
  const branch = inBranchOf(scope, 'path') ?? sql`true`
  const first = from.running.reduce((least, xid) => (xid < least ? xid : least), from.next)
  // Not scoped: only ids, and the rows are read within the scope.
  const { rows } = await sql<StoredChange>`
    select id, xid::text as xid, kind, object_id from live_event
    where ${kind === 'alarm' ? sql`kind in ('alarm', 'refresh')` : sql`kind in ('fault', 'refresh')`}
      and xid >= ${String(first)}::text::xid8 and (xid >= ${String(from.next)}::text::xid8 or xid = any(${numbers(from.running)}))
      and xid < ${String(to.next)}::text::xid8 and xid <> all(${numbers(to.running)})
      and (xid, id) > (${String(after[0])}::text::xid8, ${after[1]}::bigint) and ${branch}
    order by xid, id limit ${sql.lit(eventsAtOnce)}`.execute(systemDb)
  return rows
}

/**
 * The rows that have changed since a cursor. A row is read after its events, so it is at least as new as they are, and whatever changes it
 * later comes again. A hand-over moves rows without an event for each, so it ends cursors.
 */
const changesSince = async <Row extends { id: number }>(
  ctx: Ctx,
  kind: Kind,
  { since, limit = 100 }: InputOf<typeof endpoints.openApi.alarmChanges>,
  read: (ids: number[]) => Promise<Row[]>,
): Promise<{ list: Row[]; next: string; more: boolean }> => {
  const present = await now(ctx)
  if (since === undefined) return { list: [], next: cursorText(present), more: false }
  const cursor = cursorOf(since)
  await assertContinues(ctx, cursor, present)
  const to = cursor.page?.to ?? present.seen
  const events = await eventsBetween(ctx, kind, cursor.seen, to, cursor.page?.after ?? [0n, 0])
  const seesAll = ctx.scope.kind === 'company' && ctx.scope.depth === 1 && ctx.scope.ownPath === undefined
  const ids = new Set<number>()
  let last: StoredChange | undefined
  let isCut = false
  for (const event of events) {
    const id = Number(event.object_id ?? 0)
    isCut = id > 0 && !ids.has(id) && ids.size >= limit
    if (isCut) break
    if (event.kind === 'refresh' && !seesAll) ended()
    if (id > 0) ids.add(id)
    last = event
  }
  const more = isCut || events.length === eventsAtOnce
  const rows = ids.size === 0 ? [] : await read([...ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const toAt = cursor.page?.toAt ?? present.at
  const witness = cursor.page ? cursor.witness : present.witness
  const next: Cursor =
    more && last
      ? { ...cursor, witness, page: { to, toAt, after: [BigInt(last.xid), last.id] } }
      : { cluster: cursor.cluster, witness, at: toAt, seen: to }
  return { list: [...ids].flatMap((id) => byId.get(id) ?? []), next: cursorText(next), more }
}

type Calls = typeof endpoints.openApi

export const alarmChanges = (ctx: Ctx, input: InputOf<Calls['alarmChanges']>): Promise<OutputOf<Calls['alarmChanges']>> =>
  changesSince(ctx, 'alarm', input, async (ids) =>
    (await readAlarms(ctx.db, sql<boolean>`alarm.id = any(${ids}::bigint[])`)).map(openAlarmOf),
  )

export const faultChanges = (ctx: Ctx, input: InputOf<Calls['faultChanges']>): Promise<OutputOf<Calls['faultChanges']>> =>
  changesSince(ctx, 'fault', input, async (ids) => (await readFaults(ctx, ids)).map(openFaultOf))
