import { DomainError, upgradeDeviceStates, type EnumValue } from '@emberwatch/contract'
import { sql, type Updateable } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import type { UpgradeDeviceTable } from '../../../tables/upgrades.tables.ts'
import { type StoredUnit, columnsOf } from './upgrade-device.store.ts'
import type { UnitStep } from './decide-upgrade.ts'
import type { TraceEntry } from '../product-trace/record-trace.ts'
import type { EngineWrite } from './engine-write.ts'

type State = EnumValue<'upgradeDeviceState'>

export interface DeviceStep {
  /** An action of the state graph. `note` changes no state. */
  readonly action: string
  readonly changes?: Updateable<UpgradeDeviceTable>
}

const stateAfter = (action: string, from: State): State => {
  if (action === 'note') return from
  const found = upgradeDeviceStates.transitions.find((each) => each.action === action && each.from.includes(from))
  if (!found) throw new DomainError('wrongState')
  return found.to
}

/** Final states, left only by a person's action or a version report. */
const ended: ReadonlySet<State> = new Set(['succeeded', 'failed', 'skipped'])

/** Updates the counters of a locked task, and of its wave, after devices changed state. */
const countSteps = async (
  { systemDb }: Pick<Write, 'systemDb'>,
  taskId: number,
  { from, to, wave, count = 1 }: { from: State; to: State; wave: number | null; count?: number },
): Promise<void> => {
  if (from === to) return
  const ofWave = (state: State) => (to === state ? count : 0) - (from === state ? count : 0)
  await sql`
    update upgrade_task set ${sql.ref(`n_${from}`)} = ${sql.ref(`n_${from}`)} - ${count}, ${sql.ref(`n_${to}`)} = ${sql.ref(`n_${to}`)} + ${count},
      wave_succeeded = greatest(0, wave_succeeded + case when wave = ${wave} then ${ofWave('succeeded')} else 0 end),
      wave_failed = greatest(0, wave_failed + case when wave = ${wave} then ${ofWave('failed')} else 0 end)
    where id = ${taskId}`.execute(systemDb)
}

/**
 * One step of a device whose task is locked: state graph → update → counters → live event. The caller checks permissions and decides what
 * is recorded.
 * @throws wrongState
 */
export const stepUpgradeDevice = async (
  write: Write,
  row: StoredUnit,
  { action, changes = {} }: DeviceStep,
): Promise<StoredUnit> => {
  const state = stateAfter(action, row.state)
  const isOpen = state !== row.state && !ended.has(state)
  const updated = await write.systemDb
    .updateTable('upgrade_device')
    .set({
      ...(ended.has(state) && state !== row.state ? { ended_at: write.at, hold: null } : {}),
      ...(isOpen ? { ended_at: null } : {}),
      ...(state === 'skipped' ? { due_at: null, not_before: null } : {}),
      ...changes,
      state,
    })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .returningAll()
    .executeTakeFirst()
  if (!updated) throw new DomainError('wrongState')
  await countSteps(write, row.task_id, { from: row.state, to: state, wave: row.wave })
  const { path, customer_id: customerId, device_id: deviceId, project_id: projectId } = row
  write.emit({ kind: 'upgrade', change: state, objectId: row.task_id, owner: { path, customerId, deviceId, projectId } })
  return updated
}

/** Resets a device for a retry, as if it had never been tried. */
export const freshStart = {
  tries: 0,
  offer: null,
  step_edition_id: null,
  step_version: null,
  percent: null,
  claimed_at: null,
  not_before: null,
  due_at: null,
  hold: null,
  failure: null,
  error: null,
} satisfies Updateable<UpgradeDeviceTable>

/** Skips all waiting devices of a task that ends. Lock it as for `stepUpgradeDevice`. Returns how many there were. */
export const skipWaiting = async (write: Pick<Write, 'systemDb' | 'at'>, taskId: number): Promise<number> => {
  const rows = await write.systemDb
    .updateTable('upgrade_device')
    .set({ state: 'skipped', ended_at: write.at, hold: null, not_before: null, offer: null })
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const count = Number(rows.numUpdatedRows)
  if (count > 0) await countSteps(write, taskId, { from: 'waiting', to: 'skipped', wave: null, count })
  return count
}

/** Resets the standing of the wave when a person resumes the task. */
export const judgedAnew = { wave_succeeded: 0, wave_failed: 0, stopped_by: null, stopped_at: null } as const

/** Applies a decision about a device of a locked task, and records what people will ask for later. */
export const applyStep = async (
  write: EngineWrite,
  row: StoredUnit,
  step: UnitStep,
  more: Updateable<UpgradeDeviceTable> = {},
): Promise<StoredUnit> => {
  const after = await stepUpgradeDevice(write, row, { action: step.action, changes: { ...columnsOf(step.set), ...more } })
  const subject = {
    object: { kind: 'upgrade_device', id: row.id, name: row.code } as const,
    owner: { companyId: row.company_id, path: row.path },
  }
  const { failure, error, fromVersion: reported } = step.set
  const why = { failure: [null, failure], ...(error ? { error: [null, error] as const } : {}) } as const
  const trace = (entry: Pick<TraceEntry, 'step' | 'to' | 'note' | 'failure' | 'owner'>): void =>
    write.trace({
      ...(row.device_id === null ? { gatewayId: row.gateway_id } : { deviceId: row.device_id }),
      code: row.code,
      from: row.from_version,
      ...entry,
    })
  if (step.action === 'fail') {
    write.audit({ action: 'upgradeDevice.fail', ...subject, changes: { state: [row.state, 'failed'], ...why } })
    // The owner whose upgrade it was: the device may have moved meanwhile.
    const owner = { companyId: row.company_id, path: row.path, customerId: row.customer_id, projectId: row.project_id }
    if (failure !== 'gone') trace({ step: 'firmwareFailed', to: row.to_version, note: error ?? null, failure, owner })
  }
  if (step.action === 'again' && failure) write.audit({ action: 'upgradeDevice.tryAgain', ...subject, changes: why })
  // The last step of its route, or one of them.
  const isNew = reported !== undefined && reported !== null && reported !== row.from_version
  if (isNew && (step.action === 'succeed' || (step.action === 'again' && !failure))) {
    write.audit({ action: 'upgradeDevice.upgraded', ...subject, changes: { firmware: [row.from_version, reported] } })
    trace({ step: 'firmware', to: reported })
  }
  return after
}
