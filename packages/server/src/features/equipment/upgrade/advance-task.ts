import { sql } from 'kysely'
import { isOffered, pageAddress } from '@emberwatch/contract'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { EngineWrite } from './engine-write.ts'
import { type StoredTask, lockFreeTask, rulesOf, unitOf } from './upgrade-device.store.ts'
import { announce } from '../../../platform/database/notifications.ts'
import { releasedEdition } from '../firmware/released-editions.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { applyStep } from './step-upgrade-device.ts'
import { decideWave, timeOut, type Wave } from './decide-upgrade.ts'
import type { TaskContext } from './task-context.ts'
import { freeSlots, heldRows, offerNext, readyRows } from './offer-next.ts'
import { countsOf, isHeld, isUnderWay, sum, type UpgradeCount } from './upgrade-task.rules.ts'

/**
 * Updates devices of a locked task that are waiting or under way and have moved within the branch of the task's owner: those who see the
 * device then see its upgrade. Finished upgrades keep their former owner. Returns whether there were any.
 */
const followOwners = async ({ systemDb: db }: EngineWrite, { id, path: owner }: StoredTask): Promise<boolean> => {
  let moved = 0
  for (const [table, isOne] of [
    ['device', sql`now.id = u.device_id`],
    ['gateway', sql`u.device_id is null and now.id = u.gateway_id`],
  ] as const) {
    const { numAffectedRows = 0n } = await sql`
      update upgrade_device u set company_id = now.company_id, path = now.path, customer_id = now.customer_id, project_id = now.project_id
        from ${sql.table(table)} now
       where u.task_id = ${id} and u.state in ('waiting', 'sent', 'downloading', 'verifying', 'installing') and ${isOne}
         and (now.path <> u.path or now.project_id is distinct from u.project_id or now.customer_id is distinct from u.customer_id)
         and now.deleted_at is null and ${isInBranch('now.path', sql`${owner}`)}`.execute(db)
    moved += Number(numAffectedRows)
  }
  return moved > 0
}

/** Devices per transaction, so that none is long however many devices a task has. */
export const devicesAtOnce = 100
/** Held-back devices per transaction. More, because most are only read. */
const heldAtOnce = 500

const emitTask = (write: EngineWrite, { id, path }: StoredTask): void =>
  write.emit({ kind: 'upgrade', change: 'progress', objectId: id, owner: { path, projectId: null } })

/** Suspends the task because of a problem that somebody has to look at. */
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
  await sendMessages(write, people, 'upgradeStopped', params, pageAddress('upgradeTaskDetail', { id: task.id }))
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
  const size = sum(await countsOf(db, task.id), (count) => count.wave === wave && count.state !== 'skipped')
  await db
    .updateTable('upgrade_task')
    .set({ wave, wave_started_at: at, wave_size: size, wave_succeeded: 0, wave_failed: 0 })
    .set(task.started_at === null ? { started_at: at } : {})
    .where('id', '=', task.id)
    .execute()
  emitTask(write, task)
}

/** Applies the time limits to devices that have been silent for too long. Returns how many there were. */
const timeOuts = async (
  write: EngineWrite,
  task: StoredTask,
  { silences, trail }: TaskContext,
  most: number,
): Promise<number> => {
  const rows = await write.systemDb
    .selectFrom('upgrade_device')
    .selectAll()
    .where('task_id', '=', task.id)
    .where('state', 'in', ['sent', 'downloading', 'verifying', 'installing'])
    .where('due_at', '<=', write.at.toISOString())
    .orderBy('due_at')
    .limit(most)
    .execute()
  for (const row of rows) {
    if (trail) trail.unit = row
    const step = timeOut(unitOf(row), rulesOf(task, silences), write.at.getTime())
    if (step) await applyStep(write, row, step)
  }
  return rows.length
}

const waveCounts = async (write: EngineWrite, { id, wave }: StoredTask): Promise<Pick<Wave, 'busy' | 'held'>> => {
  const own = (await countsOf(write.systemDb, id)).filter((count) => count.wave === wave)
  const isReady = ({ state, hold }: UpgradeCount): boolean => state === 'waiting' && hold === null
  return { busy: own.some((count) => isReady(count) || isUnderWay(count)), held: own.some(isHeld) }
}

const advanceWave = async (write: EngineWrite, task: StoredTask): Promise<'stopped' | 'next' | null> => {
  const underWay = task.n_sent + task.n_downloading + task.n_verifying + task.n_installing
  const verdict = decideWave({
    ...(await waveCounts(write, task)),
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

/** Notified on commit. Wakes the publishers of all processes. */
export const offerChannel = 'emberwatch_upgrade_offer'

/**
 * Brings one task up to date: silent devices, its wave, its next offers. Returns whether more can be done at once. A task that somebody
 * else has locked is left for the next look, so that nothing waits for it.
 */
export const advanceTask = async (write: EngineWrite, id: number, context: TaskContext): Promise<boolean> => {
  const { systemDb: db, at } = write
  const { heldLooks, single = false } = context
  const most = single ? 1 : devicesAtOnce
  let task = await lockFreeTask(db, id)
  if (!task) return false
  const look = heldLooks?.of(id, at.getTime())
  if (look?.isNew && (await followOwners(write, task))) emitTask(write, task)
  const late = context.inGrace ? 0 : await timeOuts(write, task, context, most)
  if (single && late > 0) return true
  const isRunning =
    task.state === 'enabled' && (task.approval === 'none' || task.approval === 'approved') && task.frozen_at !== null
  if (!isRunning || (task.starts_at !== null && Date.parse(task.starts_at) > at.getTime())) {
    if (look) look.after = null
    return late === most
  }
  const edition = await releasedEdition(db, task.edition_id)
  if (!edition || !isOffered(edition)) {
    await halt(write, task, 'editionWithdrawn')
    return false
  }
  if (task.started_at === null) {
    await beginWave(write, task, 0)
    task = (await lockFreeTask(db, id)) ?? task
  }
  if (late > 0) task = (await lockFreeTask(db, id)) ?? task
  const verdict = await advanceWave(write, task)
  if (verdict !== null) return verdict === 'next'
  const slots = await freeSlots(write, context, task)
  const ready = slots > 0 ? await readyRows(write, task, most) : []
  const held = look && look.after !== null && !(single && ready.length > 0)
  const heldMost = single ? 1 : heldAtOnce
  const waiting = held ? await heldRows(write, task, look.after ?? 0, heldMost) : []
  if (held) look.after = waiting.length < heldMost ? null : (waiting.at(-1)?.id ?? null)
  const { offered, left } = await offerNext(write, { task, target: edition, context, slots }, [...ready, ...waiting])
  if (offered > 0) await announce(db, offerChannel)
  return late === most || (ready.length > 0 && !left) || (held === true && look.after !== null)
}
