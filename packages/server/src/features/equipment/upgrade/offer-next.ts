import { fitsHardware, planRoute } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { releasedEditions, type ReleasedEdition } from '../firmware/released-editions.ts'
import { applyStep } from './step-upgrade-device.ts'
import { offer, type UnitStep } from './decide-upgrade.ts'
import type { EngineWrite } from './engine-write.ts'
import type { TaskContext } from './task-context.ts'
import { tokenHash, tokenOf } from './offer-message.ts'
import { surroundingsOf } from './surroundings.ts'
import { unitOf, type StoredTask, type StoredUnit } from './upgrade-device.store.ts'

/** Devices whose turn it is: of the waves so far, and either not held back or having asked since. */
export const readyRows = ({ systemDb: db, at }: EngineWrite, { id, wave }: StoredTask, limit: number): Promise<StoredUnit[]> =>
  db
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', id)
    .where('state', '=', 'waiting')
    .where('wave', '<=', wave)
    .where((e) => e.or([e('hold', 'is', null), e('not_before', 'is', null)]))
    .where(sql<boolean>`coalesce(not_before, '-infinity') <= ${at.toISOString()}`)
    .orderBy('wave')
    .orderBy(sql`coalesce(not_before, '-infinity')`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Held-back devices after a given row. A device waiting for its time window is not checked before it opens. */
export const heldRows = (
  { systemDb: db, at }: EngineWrite,
  { id, wave }: StoredTask,
  after: number,
  limit: number,
): Promise<StoredUnit[]> =>
  db
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', id)
    .where('state', '=', 'waiting')
    .where('hold', 'is not', null)
    .where('not_before', 'is not', null)
    .where('wave', '<=', wave)
    .where('id', '>', after)
    .where((e) => e.or([e('hold', '<>', 'outsideWindow'), e('not_before', '<=', at.toISOString())]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether nothing has changed for a held-back device. One that asked, or that waits for its window, is written again. */
const isHeldAsBefore = ({ hold, not_before: before }: StoredUnit, { action, set }: UnitStep): boolean =>
  action === 'note' && set.hold === hold && hold !== null && hold !== 'outsideWindow' && before !== null

interface OfferInput {
  readonly task: StoredTask
  readonly target: ReleasedEdition
  readonly context: TaskContext
  /** How many more devices may download now. */
  readonly slots: number
}

/** Offers the next step to devices whose turn it is. `left`: more were ready than may download now. */
export const offerNext = async (
  write: EngineWrite,
  { task, target, context, slots }: OfferInput,
  rows: readonly StoredUnit[],
): Promise<{ offered: number; left: boolean }> => {
  const { systemDb: db, at } = write
  const now = at.getTime()
  const around = await surroundingsOf(
    db,
    rows.map(({ id }) => id),
    task.path,
    at,
  )
  const editions = new Map<string | null, ReleasedEdition[]>()
  const conditions = {
    minBattery: task.min_battery,
    minSignal: task.min_signal,
    windowFrom: task.window_from,
    windowTo: task.window_to,
  }
  // If a gateway and its device, or two rows of one gateway, are both ready, only the first gets an offer; the next round sees it.
  const taken = new Set<number>()
  let free = slots
  let left = false
  for (const row of rows) {
    const place = around.get(row.id)
    if (place === undefined) continue
    if (context.trail) context.trail.unit = row
    const { hardware, gatewayId } = place
    let fitting = editions.get(hardware)
    if (fitting === undefined) editions.set(hardware, (fitting = await releasedEditions(db, target.modelId, hardware)))
    const unit = unitOf(row)
    const current = place.firmware ?? unit.fromVersion
    const gone = place.gone || (place.modelId !== null && place.modelId !== target.modelId)
    const isFit = fitsHardware(target, hardware)
    const route = isFit ? planRoute(fitting, current, target.version, { allowDowngrade: task.allow_downgrade }) : null
    const isTaken = gatewayId !== null && row.device_id === null && taken.has(gatewayId)
    const step = offer(
      { ...unit, fromVersion: current },
      route,
      { ...place, gone, otherUpgrade: place.otherUpgrade || isTaken },
      conditions,
      { now, newOffer: randomUUID, sentMs: context.silences.sent },
    )
    if (isHeldAsBefore(row, step)) continue
    if (step.action !== 'offer' || step.edition === undefined) {
      await applyStep(write, row, step)
      continue
    }
    if (free <= 0) {
      left = true
      // Nothing holds it back any more; it only waits for its turn.
      if (row.hold !== null) await applyStep(write, row, { action: 'note', set: { hold: null, notBefore: null } })
      continue
    }
    free--
    if (gatewayId !== null) taken.add(gatewayId)
    await applyStep(write, row, step, {
      from_version: current,
      step_edition_id: step.edition.id,
      token_hash: tokenHash(tokenOf(context.config, step.set.offer ?? '', step.set.attempts ?? 0)),
      bytes_out: 0,
      offered_at: at,
      ...(gatewayId === null ? {} : { gateway_id: gatewayId }),
    })
  }
  return { offered: slots - free, left }
}

/** The share of all slots that one company's tasks may hold, so that its silent devices never stop everybody else. */
const mostOfOne = 0.75

/** How many more devices of a task may download now. */
export const freeSlots = async (
  write: EngineWrite,
  { config, sharers }: TaskContext,
  { company_id }: StoredTask,
): Promise<number> => {
  const all = config.upgradeDownloads
  const { busy, own } = await write.systemDb
    .selectFrom('upgrade_device')
    .innerJoin('upgrade_task', 'upgrade_task.id', 'upgrade_device.task_id')
    .select((e) => [
      e.fn.countAll<number>().as('busy'),
      e.fn.countAll<number>().filterWhere('upgrade_task.company_id', '=', company_id).as('own'),
    ])
    .where('upgrade_device.state', 'in', ['sent', 'downloading'])
    .executeTakeFirstOrThrow()
  return Math.min(Math.ceil((all - busy) / sharers), Math.max(1, Math.floor(all * mostOfOne)) - own)
}
