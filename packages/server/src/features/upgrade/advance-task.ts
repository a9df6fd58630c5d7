import { fitsHardware, isOffered, planRoute } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { releasedEdition, releasedEditions, type ReleasedEdition } from '../firmware/released-editions.ts'
import { sendMessages } from '../message/send-messages.ts'
import { applyStep } from './apply-step.ts'
import { judge, offer, timeOut, type Silences } from './decide-upgrade.ts'
import type { EngineWrite } from './engine-write.ts'
import { tokenHash, tokenOf } from './offer-message.ts'
import { surroundingsOf } from './surroundings.ts'
import { lockTask, rulesOf, unitOf, type StoredTask, type StoredUnit } from './upgrade-device.store.ts'

/** Devices of one transaction: none is long, however many a task has. */
const devicesAtOnce = 100

export interface Moment {
  readonly config: Ctx['config']
  readonly silences: Silences
  /** Devices may be silent because nobody could hear them: until then nobody is given up. */
  readonly patientUntil: number
}

const emitTask = (write: EngineWrite, { id, path }: StoredTask): void =>
  write.emit({ kind: 'upgrade', change: 'progress', objectId: id, owner: { path, projectId: null } })

/** The task stops itself; somebody has to look. */
const halt = async (write: EngineWrite, task: StoredTask, reason: NonNullable<StoredTask['stopped_by']>): Promise<void> => {
  await write.systemDb
    .updateTable('upgrade_task')
    .set({ state: 'suspended', stopped_by: reason, stopped_at: write.at })
    .where('id', '=', task.id)
    .execute()
  write.audit({
    action: 'upgradeTask.halt',
    object: { kind: 'upgrade_task', id: task.id, name: task.name },
    owner: { companyId: task.company_id, path: task.path },
    changes: {
      state: ['enabled', 'suspended'],
      stoppedBy: [null, reason],
      succeeded: [null, task.n_succeeded],
      failed: [null, task.n_failed],
    },
  })
  emitTask(write, task)
  const people = [task.created_by, task.requested_by, task.requested_for].flatMap((id) => id ?? [])
  const params = { task: task.name, succeeded: task.n_succeeded, failed: task.n_failed }
  await sendMessages(write, people, 'upgradeStopped', params, `/version/firmwareTask/detail?id=${task.id}`)
}

const finish = async (write: EngineWrite, task: StoredTask): Promise<void> => {
  await write.systemDb
    .updateTable('upgrade_task')
    .set({ state: 'completed', ended_at: write.at })
    .where('id', '=', task.id)
    .execute()
  write.audit({
    action: 'upgradeTask.finish',
    object: { kind: 'upgrade_task', id: task.id, name: task.name },
    owner: { companyId: task.company_id, path: task.path },
    changes: { state: ['enabled', 'completed'], succeeded: [null, task.n_succeeded], failed: [null, task.n_failed] },
  })
  emitTask(write, task)
}

const beginWave = async (write: EngineWrite, task: StoredTask, wave: number): Promise<void> => {
  const { systemDb: db, at } = write
  const { size } = await db
    .selectFrom('upgrade_device')
    .select((e) => e.fn.countAll<number>().as('size'))
    .where('task_id', '=', task.id)
    .where('wave', '=', wave)
    .where('state', '<>', 'skipped')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('upgrade_task')
    .set({ wave, wave_started_at: at, wave_size: size, wave_succeeded: 0, wave_failed: 0 })
    .set(task.started_at === null ? { started_at: at } : {})
    .where('id', '=', task.id)
    .execute()
  emitTask(write, task)
}

/** Devices that said nothing for too long. */
const timeOuts = async (write: EngineWrite, task: StoredTask, { silences }: Moment): Promise<number> => {
  const rows = await write.systemDb
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('state', 'in', ['sent', 'downloading', 'verifying', 'installing'])
    .where('due_at', '<=', write.at.toISOString())
    .orderBy('due_at')
    .limit(devicesAtOnce)
    .execute()
  for (const row of rows) {
    const step = timeOut(unitOf(row), rulesOf(task, silences), write.at.getTime())
    if (step) await applyStep(write, row, step)
  }
  return rows.length
}

interface Standing {
  busy: boolean
  held: boolean
}

const standingOf = async (write: EngineWrite, { id, wave }: StoredTask): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select exists (select from upgrade_device where task_id = ${id} and wave = ${wave} and state = 'waiting' and hold is null)
        or exists (select from upgrade_device where task_id = ${id} and wave = ${wave}
          and state in ('sent', 'downloading', 'verifying', 'installing')) as busy,
      exists (select from upgrade_device where task_id = ${id} and wave = ${wave} and state = 'waiting' and hold is not null) as held`.execute(
    write.systemDb,
  )
  return rows[0] ?? { busy: true, held: false }
}

const judgeTask = async (write: EngineWrite, task: StoredTask): Promise<'stopped' | 'next' | null> => {
  const underWay = task.n_sent + task.n_downloading + task.n_verifying + task.n_installing
  const verdict = judge({
    ...(await standingOf(write, task)),
    wave: task.wave,
    waves: task.waves.length,
    size: task.wave_size,
    succeeded: task.wave_succeeded,
    failed: task.wave_failed,
    anyWaiting: task.n_waiting + underWay > 0,
    successShare: task.success_share,
    failureShare: task.failure_share,
  })
  if (verdict === null) return null
  if (verdict === 'next') {
    await beginWave(write, task, task.wave + 1)
    return 'next'
  }
  await (verdict === 'finish' ? finish(write, task) : halt(write, task, verdict))
  return 'stopped'
}

/** Offers the next step to devices whose turn it is. Returns how many were looked at. */
const offers = async (
  write: EngineWrite,
  task: StoredTask,
  target: ReleasedEdition,
  moment: Moment,
  slots: number,
): Promise<number> => {
  const { systemDb: db, at } = write
  const now = at.getTime()
  const rows: StoredUnit[] = await db
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('state', '=', 'waiting')
    .where('wave', '<=', task.wave)
    .where((e) => e.or([e('not_before', 'is', null), e('not_before', '<=', at.toISOString())]))
    .orderBy('not_before', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(devicesAtOnce)
    .execute()
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
  // Of a gateway and its devices, or of two rows of one gateway, the next round sees who was first.
  const taken = new Set<number>()
  let free = slots
  let looked = 0
  for (const row of rows) {
    const place = around.get(row.id)
    if (place === undefined) continue
    const { hardware, gatewayId } = place
    if (free <= 0) break
    looked++
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
      {
        now,
        newOffer: randomUUID,
        sentMs: moment.silences.sent,
      },
    )
    if (step.action !== 'offer' || step.edition === undefined) {
      await applyStep(write, row, step)
      continue
    }
    free--
    if (gatewayId !== null) taken.add(gatewayId)
    await applyStep(write, row, step, {
      from_version: current,
      step_edition_id: step.edition.id,
      token_hash: tokenHash(tokenOf(moment.config, step.set.offer ?? '', step.set.attempts ?? 0)),
      bytes_out: 0,
      offered_at: at,
      ...(gatewayId === null ? {} : { gateway_id: gatewayId }),
    })
  }
  return looked
}

/** How many more devices may download now. */
const freeSlots = async (write: EngineWrite, { config }: Moment): Promise<number> => {
  const { busy } = await write.systemDb
    .selectFrom('upgrade_device')
    .select((e) => e.fn.countAll<number>().as('busy'))
    .where('state', 'in', ['sent', 'downloading'])
    .executeTakeFirstOrThrow()
  return config.upgradeDownloads - busy
}

/** Tells the publishers of all processes, on commit. */
export const offerChannel = 'emberwatch_upgrade_offer'

/**
 * Brings one task up to now: devices that were silent too long, its wave, its next offers. Returns whether there may be more to do at once.
 */
export const advanceTask = async (write: EngineWrite, id: number, moment: Moment): Promise<boolean> => {
  const { systemDb: db, at } = write
  let task = await lockTask(db, id)
  if (!task) return false
  const isPatient = at.getTime() < moment.patientUntil
  const late = isPatient ? 0 : await timeOuts(write, task, moment)
  const isRunning =
    task.state === 'enabled' && (task.approval === 'none' || task.approval === 'approved') && task.frozen_at !== null
  if (!isRunning || (task.starts_at !== null && Date.parse(task.starts_at) > at.getTime())) return late === devicesAtOnce
  const edition = await releasedEdition(db, task.edition_id)
  if (!edition || !isOffered(edition)) {
    await halt(write, task, 'editionWithdrawn')
    return false
  }
  if (task.started_at === null) {
    await beginWave(write, task, 0)
    task = (await lockTask(db, id)) ?? task
  }
  if (late > 0) task = (await lockTask(db, id)) ?? task
  const verdict = await judgeTask(write, task)
  if (verdict !== null) return verdict === 'next'
  const slots = await freeSlots(write, moment)
  if (slots <= 0) return false
  const looked = await offers(write, task, edition, moment, slots)
  if (looked === 0) return late === devicesAtOnce
  await sql`select pg_notify(${offerChannel}, '')`.execute(db)
  return true
}
