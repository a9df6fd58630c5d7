import { compareVersions, decide, DomainError, follows, planRoute, upgradeDeviceStates } from '@emberwatch/contract'
import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { releasedEditions } from '../firmware/released-editions.ts'
import { emitTask } from './task.events.ts'
import { refuse } from './task-step.ts'

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
