import { follows } from '@emberwatch/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { UpgradeSignalTable } from '../../tables/upgrades.tables.ts'
import { applyStep } from './apply-step.ts'
import { hear, type Said, type Silences } from './decide-upgrade.ts'
import { engineWrite, type EngineWrite } from './engine-write.ts'
import { lockTask, rulesOf, unitOf, unitsByIds, type StoredTask, type StoredUnit } from './upgrade-device.store.ts'

type Signal = Selectable<UpgradeSignalTable>

/** A signal that cannot be applied is given up after so many tries, so that it holds up no other. */
const mostTries = 5
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isHardware = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/

/** Whom a signal is about: a device that stands behind the gateway that sent it, or the gateway itself. */
const pointsOf = async (write: EngineWrite, signals: readonly Signal[]) => {
  const { rows } = await sql<{ n: number; device_id: number | null; point: string }>`
    select s.n::integer as n, d.id as device_id, case when s.code is null then 'g' || s.gateway_id else 'd' || d.id end as point
      from unnest(${signals.map(({ gateway_id: id }) => id)}::bigint[], ${signals.map(({ device_code: code }) => code)}::text[])
        with ordinality as s (gateway_id, code, n)
      left join device d on d.gateway_id = s.gateway_id and d.code = s.code and d.deleted_at is null
     where s.code is null or d.id is not null`.execute(write.systemDb)
  return new Map(rows.map((row) => [signals[row.n - 1]?.id, row]))
}

/** Devices that a signal may change: those that wait or are under way, and those that were given up while their task runs. */
const concerned = async (write: EngineWrite, offers: readonly string[], points: readonly string[]) => {
  const { rows } = await sql<{ id: number; task_id: number }>`
    select u.id, u.task_id from upgrade_device u join upgrade_task t on t.id = u.task_id
     where (u.offer = any(${offers}::uuid[]) or u.point = any(${points}::text[])) and t.deleted_at is null
       and (u.state in ('sent', 'downloading', 'verifying', 'installing')
         or (u.state in ('waiting', 'failed') and t.state in ('enabled', 'suspended')))`.execute(write.systemDb)
  return rows
}

const saidOf = ({ kind, offer, state, percent, error, firmware }: Signal): Said =>
  kind === 'progress' ? { kind, offer: (offer ?? '').toLowerCase(), state: state ?? '', percent, error } : { kind, firmware }

const work = async (write: EngineWrite, limit: number, silences: Silences): Promise<number> => {
  const { systemDb: db, at } = write
  const signals = await db.selectFrom('upgrade_signal').selectAll().orderBy('id').limit(limit).execute()
  if (signals.length === 0) return 0
  const points = await pointsOf(write, signals)
  const offers = signals.flatMap(({ offer }) => (offer !== null && isUuid.test(offer) ? [offer] : []))
  const found = await concerned(write, offers, [...new Set([...points.values()].map(({ point }) => point))])
  const tasks = new Map<number, StoredTask>()
  for (const id of [...new Set(found.map((row) => row.task_id))].toSorted((a, b) => a - b)) {
    const task = await lockTask(db, id)
    if (task) tasks.set(id, task)
  }
  const units = new Map<number, StoredUnit>()
  if (found.length > 0)
    for (const unit of await unitsByIds(
      db,
      found.map(({ id }) => id),
    ))
      units.set(unit.id, unit)
  const heard = new Set<number>()
  for (const signal of signals) {
    const point = points.get(signal.id)
    if (point === undefined) continue
    const { firmware, hardware, kind, battery, signal: strength } = signal
    if (kind === 'ask' && firmware !== null && follows('version', firmware)) {
      const isReadable = hardware !== null && isHardware.test(hardware)
      write.told({ deviceId: point.device_id, gatewayId: signal.gateway_id, firmware, hardware: isReadable ? hardware : null })
    }
    const said = saidOf(signal)
    for (const [id, unit] of units) {
      // Only the gateway that an upgrade is offered through speaks for its device.
      if (unit.point !== point.point || unit.gateway_id !== signal.gateway_id) continue
      const task = tasks.get(unit.task_id)
      if (!task) continue
      const step = hear(unitOf(unit), said, rulesOf(task, silences), at.getTime())
      const readings = { ...(battery === null ? {} : { battery }), ...(strength === null ? {} : { signal: strength }) }
      if (unit.state !== 'waiting' && unit.state !== 'failed') heard.add(unit.task_id)
      const more = { ...readings, heard_at: at }
      const started = step?.action === 'download' && unit.started_at === null ? { started_at: at } : {}
      const next = await applyStep(write, unit, step ?? { action: 'note', set: {} }, { ...more, ...started })
      // A version also says it of those that ask over a heartbeat or in another task.
      if (step?.set.fromVersion && firmware !== null)
        write.told({ deviceId: unit.device_id, gatewayId: unit.gateway_id, firmware, hardware: null })
      units.set(id, next)
    }
  }
  if (heard.size > 0)
    await db
      .updateTable('upgrade_task')
      .set({ heard_at: at })
      .where('id', 'in', [...heard])
      .execute()
  await db
    .deleteFrom('upgrade_signal')
    .where(
      'id',
      'in',
      signals.map(({ id }) => id),
    )
    .execute()
  return signals.length
}

/** Counts a failed try of the oldest signal, and gives it up after a few. */
const setAside = (ctx: Ctx): Promise<void> =>
  engineWrite(ctx, async ({ systemDb: db }) => {
    const oldest = await db.selectFrom('upgrade_signal').select(['id', 'tries']).orderBy('id').limit(1).executeTakeFirst()
    if (!oldest) return
    if (oldest.tries + 1 >= mostTries) await db.deleteFrom('upgrade_signal').where('id', '=', oldest.id).execute()
    else
      await db
        .updateTable('upgrade_signal')
        .set({ tries: oldest.tries + 1 })
        .where('id', '=', oldest.id)
        .execute()
  })

/**
 * Takes what gateways said out of its table, in the order in which it came, and applies it to the devices of their tasks. What fails together is done in ever
 * smaller parts. Returns how many were taken; `limit` if only a part was tried, so that the rest is not left for later.
 */
export const consumeSignals = async (
  ctx: Ctx,
  limit: number,
  silences: Silences,
  onFailure: (error: unknown) => void,
): Promise<number> => {
  for (let size = limit; ; size = Math.ceil(size / 4)) {
    try {
      const taken = await engineWrite(ctx, (write) => work(write, size, silences))
      return size < limit && taken > 0 ? limit : taken
    } catch (error) {
      if (size > 1) continue
      onFailure(error)
      await setAside(ctx)
      return 0
    }
  }
}
