import { follows } from '@emberwatch/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { UpgradeSignalTable } from '../../../tables/upgrades.tables.ts'
import { applyStep } from './step-upgrade-device.ts'
import { hear, type Said, type Silences } from './decide-upgrade.ts'
import { engineWrite, type EngineWrite } from './engine-write.ts'
import { lockFreeTask, rulesOf, unitOf, unitsByIds, type StoredTask, type StoredUnit } from './upgrade-device.store.ts'

type Signal = Selectable<UpgradeSignalTable>

/**
 * A signal that cannot be applied is set aside after this many tries, so that it does not hold up others. It is kept in its table and
 * reported in the log.
 */
const mostTries = 5
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isHardware = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** The subject of each signal: a device behind the gateway that sent it, or the gateway itself. */
const pointsOf = async (write: EngineWrite, signals: readonly Signal[]) => {
  const { rows } = await sql<{ n: number; device_id: number | null; point: string }>`
    select s.n::integer as n, d.id as device_id, case when s.code is null then 'g' || s.gateway_id else 'd' || d.id end as point
      from unnest(${signals.map(({ gateway_id: id }) => id)}::bigint[], ${signals.map(({ device_code: code }) => code)}::text[])
        with ordinality as s (gateway_id, code, n)
      left join device d on d.gateway_id = s.gateway_id and d.code = s.code and d.deleted_at is null
     where s.code is null or d.id is not null`.execute(write.systemDb)
  return new Map(rows.map((row) => [signals[row.n - 1]?.id, row]))
}

/** The sender of a signal. Signals of one sender are applied in the order of arrival. */
const senderOf = ({ gateway_id: gateway, device_code: code }: Pick<Signal, 'gateway_id' | 'device_code'>): string =>
  `${gateway} ${code ?? ''}`

/** The oldest signals, except those of senders that have to wait. */
const oldest = (write: Pick<Ctx, 'systemDb'>, waiting: ReadonlySet<string>, limit: number): Promise<Signal[]> => {
  let rows = write.systemDb.selectFrom('upgrade_signal').selectAll().where('given_up_at', 'is', null)
  if (waiting.size > 0)
    rows = rows.where(sql<boolean>`not gateway_id || ' ' || coalesce(device_code, '') = any(${[...waiting]}::text[])`)
  return rows.orderBy('id').limit(limit).execute()
}

/**
 * Devices that a signal may change: those waiting or under way, and those that failed while their task still runs. A device that has left
 * the branch of the task's owner reports only to its new owner.
 */
const concerned = async (write: EngineWrite, offers: readonly string[], points: readonly string[]) => {
  const { rows } = await sql<{ id: number; task_id: number }>`
    select u.id, u.task_id from upgrade_device u join upgrade_task t on t.id = u.task_id
      left join device d on d.id = u.device_id
      left join gateway g on u.device_id is null and g.id = u.gateway_id
     where (u.offer = any(${offers}::uuid[]) or u.point = any(${points}::text[])) and t.deleted_at is null
       and ${isInBranch(sql`coalesce(d.path, g.path)`, 't.path')}
       and (u.state in ('sent', 'downloading', 'verifying', 'installing')
         or (u.state in ('waiting', 'failed') and t.state in ('enabled', 'suspended')))`.execute(write.systemDb)
  return rows
}

const saidOf = ({ kind, offer, state, percent, error, firmware }: Signal): Said =>
  kind === 'progress' ? { kind, offer: (offer ?? '').toLowerCase(), state: state ?? '', percent, error } : { kind, firmware }

interface Taken {
  readonly taken: number
  /** Senders whose tasks are locked by another transaction. Their signals are left for later. */
  readonly busy: readonly string[]
}

const work = async (write: EngineWrite, limit: number, silences: Silences, waiting: ReadonlySet<string>): Promise<Taken> => {
  const { systemDb: db, at } = write
  const found = await oldest(write, waiting, limit)
  if (found.length === 0) return { taken: 0, busy: [] }
  const points = await pointsOf(write, found)
  const offers = found.flatMap(({ offer }) => (offer !== null && isUuid.test(offer) ? [offer] : []))
  const rows = await concerned(write, offers, [...new Set([...points.values()].map(({ point }) => point))])
  const tasks = new Map<number, StoredTask>()
  for (const id of [...new Set(rows.map((row) => row.task_id))].toSorted((a, b) => a - b)) {
    const task = await lockFreeTask(db, id)
    if (task) tasks.set(id, task)
  }
  const units = new Map<number, StoredUnit>()
  const held = new Set<string>()
  if (rows.length > 0)
    for (const unit of await unitsByIds(
      db,
      rows.map(({ id }) => id),
    ))
      if (tasks.has(unit.task_id)) units.set(unit.id, unit)
      else held.add(unit.point)
  const isBusy = ({ id }: Signal): boolean => held.has(points.get(id)?.point ?? '')
  const signals = found.filter((signal) => !isBusy(signal))
  const heard = new Set<number>()
  for (const signal of signals) {
    const point = points.get(signal.id)
    if (point === undefined) continue
    const { firmware, hardware, kind, battery, signal: strength } = signal
    if (kind === 'ask' && firmware !== null && follows('version', firmware)) {
      const isReadable = hardware !== null && isHardware.test(hardware)
      write.reportFirmware({
        deviceId: point.device_id,
        gatewayId: signal.gateway_id,
        firmware,
        hardware: isReadable ? hardware : null,
      })
    }
    const said = saidOf(signal)
    for (const [id, unit] of units) {
      // Only the gateway through which an upgrade is offered speaks for its device.
      if (unit.point !== point.point || unit.gateway_id !== signal.gateway_id) continue
      const task = tasks.get(unit.task_id)
      if (!task) continue
      const step = hear(unitOf(unit), said, rulesOf(task, silences), at.getTime())
      const readings = { ...(battery === null ? {} : { battery }), ...(strength === null ? {} : { signal: strength }) }
      if (unit.state !== 'waiting' && unit.state !== 'failed') heard.add(unit.task_id)
      const more = { ...readings, heard_at: at }
      const started = step?.action === 'download' && unit.started_at === null ? { started_at: at } : {}
      const next = await applyStep(write, unit, step ?? { action: 'note', set: {} }, { ...more, ...started })
      // A version reported by heartbeat, or in another task, also counts as told.
      if (step?.set.fromVersion && firmware !== null)
        write.reportFirmware({ deviceId: unit.device_id, gatewayId: unit.gateway_id, firmware, hardware: null })
      units.set(id, next)
    }
  }
  if (heard.size > 0)
    await db
      .updateTable('upgrade_task')
      .set({ heard_at: at })
      .where('id', 'in', [...heard])
      .execute()
  if (signals.length > 0)
    await db
      .deleteFrom('upgrade_signal')
      .where(
        'id',
        'in',
        signals.map(({ id }) => id),
      )
      .execute()
  return { taken: signals.length, busy: found.filter(isBusy).map(senderOf) }
}

/** The signal that was set aside, and how many are kept by now. Somebody has to look at them. */
export interface GivenUp {
  readonly signal: Signal
  readonly kept: number
}

/** Counts a failed try of the oldest signal. After `mostTries` it is set aside with its reason. */
const setAside = (ctx: Ctx, waiting: ReadonlySet<string>, problem: string): Promise<GivenUp | undefined> =>
  engineWrite(ctx, async (write) => {
    const { systemDb: db, at } = write
    const [signal] = await oldest(write, waiting, 1)
    if (!signal) return undefined
    const tries = signal.tries + 1
    const isOver = tries >= mostTries
    await db
      .updateTable('upgrade_signal')
      .set({ tries, ...(isOver ? { given_up_at: at, problem: problem.slice(0, 1000) } : {}) })
      .where('id', '=', signal.id)
      .execute()
    if (!isOver) return undefined
    const { kept } = await db
      .selectFrom('upgrade_signal')
      .select((e) => e.fn.countAll<number>().as('kept'))
      .where('given_up_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return { signal, kept }
  })

export interface SignalTroubles {
  /** A signal could not be applied; it will be tried again. */
  failed(error: unknown): void
  /** A signal failed for good and is kept in its table. */
  givenUp(what: GivenUp): void
}

/**
 * Takes signals from their table in order of arrival and applies them to the devices of their tasks. A batch that fails is retried in ever
 * smaller parts. Returns how many were taken, or `limit` if only a part was tried, so that the rest follows at once.
 * @param waiting senders with locked rows; their signals are left for the next round
 */
export const consumeSignals = async (
  ctx: Ctx,
  limit: number,
  silences: Silences,
  waiting: Set<string>,
  troubles: SignalTroubles,
): Promise<number> => {
  for (let size = limit; ; size = Math.ceil(size / 4)) {
    try {
      const { taken, busy } = await engineWrite(ctx, (write) => work(write, size, silences, waiting))
      for (const sender of busy) waiting.add(sender)
      return (size < limit && taken > 0) || busy.length > 0 ? limit : taken
    } catch (error) {
      if (size > 1) continue
      const [first] = await oldest(ctx, waiting, 1)
      if (isLockTimeout(error) && first) {
        waiting.add(senderOf(first))
        return limit
      }
      troubles.failed(error)
      const over = await setAside(ctx, waiting, error instanceof Error ? error.message : String(error))
      if (over) troubles.givenUp(over)
      return 0
    }
  }
}
