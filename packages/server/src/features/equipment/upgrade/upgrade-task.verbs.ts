import {
  type endpoints,
  type InputOf,
  DomainError,
  compareVersions,
  decide,
  follows,
  planRoute,
  upgradeDeviceStates,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask, taskColumns, assertStep, refuse } from './upgrade-task.rules.ts'
import { translate } from '../../../platform/i18n.ts'
import { releasedEditions } from '../firmware/released-editions.ts'

type Input = InputOf<typeof endpoints.upgradeTask.save>

/** JSON columns, parsed: the log shows their values, not their text. */
const json = ({ target, waves }: { target: string; waves: string }) => ({
  target: JSON.parse(target) as unknown,
  waves: JSON.parse(waves) as unknown,
})

const editTask = (ctx: Ctx, id: number, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { version } = input
    // Without a version, nobody could tell whether somebody else has changed the task meanwhile.
    if (version === undefined) throw new DomainError('badRequest', {}, 'version')
    const task = await lockRow(write, 'upgrade_task', { id, version })
    await assertStep(ctx, write, task, 'save')
    const columns = await taskColumns(ctx, input, write.at, task.starts_at)
    const after = json(columns)
    const changed = (name: 'target' | 'waves') =>
      JSON.stringify(task[name]) === JSON.stringify(after[name]) ? null : ([task[name], after[name]] as const)
    await updateRow(
      write,
      'upgrade_task',
      task,
      // An earlier approval was for a different task.
      { ...columns, approval: 'none', requested_by: null, requested_for: null, decision_note: null, stopped_by: null },
      { action: 'upgradeTask.update', changes: { target: changed('target'), waves: changed('waves') } },
    )
    emitTask(write, task, 'updated')
    return { id }
  })

const createTask = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
    const columns = await taskColumns(ctx, input, write.at, null)
    const { target, waves } = json(columns)
    const id = await insertRow(
      write,
      'upgrade_task',
      { ...owner, ...columns },
      { action: 'upgradeTask.create', changes: { target: [null, target], waves: [null, waves] } },
    )
    emitTask(write, { id, path: owner.path }, 'created')
    return { id }
  })

/** Creates an upgrade task, or edits one that is disabled. Nothing happens before it is enabled. @throws wrongState, staleVersion */
export const saveTask = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  input.id === undefined ? createTask(ctx, input) : editTask(ctx, input.id, input)

/**
 * Creates a task that brings a device back to its previous version. It is disabled, so that somebody reviews it first.
 * @throws precondition if no released edition leads back; wrongState unless the device has succeeded
 */
export const rollBack = (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeDevice.rollBack>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const unit = await write.db.selectFrom('upgrade_device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const facts = { taskState: 'completed', initialVersion: unit.initial_version } as const
    const verdict = decide(upgradeDeviceStates, 'rollBack', unit.state, facts, ctx.actor)
    if (!verdict.allowed)
      throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${verdict.reason}`) }, 'id')
    const back = unit.initial_version ?? ''
    const [table, deviceId] =
      unit.device_id === null ? (['gateway', unit.gateway_id] as const) : (['device', unit.device_id] as const)
    // The present state of the device, if the caller still sees it.
    const device = await write.db
      .selectFrom(table)
      .select(['model_id', 'hardware', 'firmware'])
      .where('id', '=', deviceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!device) return refuse(ctx, 'upgradeTargetGone', 'id')
    const editions = await releasedEditions(write.db, device.model_id, device.hardware)
    const edition = follows('version', back)
      ? planRoute(editions, device.firmware ?? unit.to_version, back, { allowDowngrade: true })?.at(-1)
      : undefined
    if (!edition || compareVersions(edition.version, back) !== 0)
      throw new DomainError(
        'precondition',
        { reason: translate(ctx.locale, 'reasons.upgradeNoEarlierEdition', { version: back }) },
        'id',
      )
    const owner = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath }
    const name = `${unit.code} → ${edition.version}`
    const target = unit.device_id === null ? { gatewayIds: [deviceId] } : { deviceIds: [deviceId] }
    const taskId = await insertRow(
      write,
      'upgrade_task',
      {
        ...owner,
        name,
        edition_id: edition.id,
        target_type: 'list',
        target: JSON.stringify(target),
        allow_downgrade: true,
        waves: JSON.stringify([100]),
      },
      { action: 'upgradeTask.create', changes: { target: [null, target], waves: [null, [100]] } },
    )
    write.audit({
      action: 'upgradeDevice.rollBack',
      object: { kind: 'upgrade_device', id: unit.id, name: unit.code },
      owner: { companyId: unit.company_id, path: unit.path },
      result: name,
    })
    emitTask(write, { id: taskId, path: owner.path }, 'created')
    return { id: taskId }
  })

/** Deletes an upgrade task that is disabled or has ended. The results stay in the devices' histories. @throws wrongState, precondition */
export const removeTask = (ctx: Ctx, input: InputOf<typeof endpoints.upgradeTask.delete>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', input, 'delete')
    await assertStep(ctx, write, task, 'delete')
    await deleteRow(write, 'upgrade_task', task, { action: 'upgradeTask.del' })
    emitTask(write, task, 'deleted')
    return null
  })
