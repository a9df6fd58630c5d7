import {
  decide,
  DomainError,
  upgradeDeviceStates,
  type AuditActionOf,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { stepUpgradeDevice, type DeviceStep, freshStart } from './step-upgrade-device.ts'
import { announceUpgrades, lockTask, unitsByIds, type StoredTask, type StoredUnit } from './upgrade-device.store.ts'

type TaskState = StoredTask['state']

/** Locks the chosen devices that the caller sees, after their tasks, in order. The task's state is null if the caller does not see the task. */
const lockUnits = async (write: Write, ids: readonly number[]): Promise<{ unit: StoredUnit; taskState: TaskState | null }[]> => {
  const seen = await write.db.selectFrom('upgrade_device').select(['id', 'task_id']).where('id', 'in', ids).execute()
  if (seen.length === 0) return []
  const taskIds = [...new Set(seen.map(({ task_id }) => task_id))].toSorted((a, b) => a - b)
  const own = await write.db.selectFrom('upgrade_task').select('id').where('id', 'in', taskIds).execute()
  const states = new Map<number, TaskState>()
  for (const taskId of taskIds) {
    const task = await lockTask(write.systemDb, taskId)
    if (task && own.some(({ id }) => id === taskId)) states.set(taskId, task.state)
  }
  const units = await unitsByIds(
    write.systemDb, // the same rows, read under the lock
    seen.map(({ id }) => id),
  )
  return units.map((unit) => ({ unit, taskState: states.get(unit.task_id) ?? null }))
}

/**
 * Applies a person's action to several devices of tasks. Those no longer in a fitting state are skipped and counted.
 * @throws wrongState, precondition if it applied to none
 */
const stepDevices = (
  ctx: Ctx,
  ids: readonly number[],
  step: DeviceStep & { readonly audit: AuditActionOf<'upgradeDevice'> },
): Promise<{ done: number; left: number }> =>
  transact(ctx, async (write) => {
    const units = await lockUnits(write, ids)
    let refused: ReasonName | undefined
    let done = 0
    for (const { unit, taskState } of units) {
      const facts = { taskState, initialVersion: unit.initial_version }
      const verdict = decide(upgradeDeviceStates, step.action, unit.state, facts, ctx.actor)
      if (!verdict.allowed) {
        refused ??= verdict.reason
        continue
      }
      await stepUpgradeDevice(write, unit, step)
      write.audit({
        action: step.audit,
        object: { kind: 'upgrade_device', id: unit.id, name: unit.code },
        owner: { companyId: unit.company_id, path: unit.path },
        changes: { state: [unit.state, verdict.to] },
      })
      done++
    }
    if (done === 0) throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${refused ?? 'wrongState'}`) })
    await announceUpgrades(write.systemDb)
    return { done, left: ids.length - done }
  })

type Retry = typeof endpoints.upgradeDevice.retry

/** Retries devices that failed or were skipped. @throws precondition */
export const retryDevices = (ctx: Ctx, { ids }: InputOf<Retry>): Promise<OutputOf<Retry>> =>
  stepDevices(ctx, ids, { action: 'retry', changes: freshStart, audit: 'upgradeDevice.tryAgain' })

type Skip = typeof endpoints.upgradeDevice.skip

/** Skips waiting devices. @throws precondition */
export const skipDevices = (ctx: Ctx, { ids }: InputOf<Skip>): Promise<OutputOf<Skip>> =>
  stepDevices(ctx, ids, { action: 'skip', audit: 'upgradeDevice.leave' })
