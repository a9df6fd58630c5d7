import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { lockProject } from '../../sites/project/project-part.rules.ts'
import { startProject } from '../../sites/project/project-life.verbs.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { placesOf, assertAddresses, refuse, usableDevices, lockGateway } from './device.rules.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { updateDevices, type StoredDevice } from './device.store.ts'
import { leavePlace, nowhere, forgetProjects } from './device-leaving.verbs.ts'
import { linkEarlier } from './device-binding.verbs.ts'

type Input = InputOf<typeof endpoints.device.move>

/** The new place columns: within the same project only what the form names changes; in another one nothing of the old place is kept. */
const placeOf = (input: Input, sameProject: boolean) => {
  const given = { building: input.building, floor: input.floor, room_number: input.roomNumber, place: input.place }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return sameProject ? named : { ...nowhere, ...named }
}

/**
 * Moves bound devices within their project or to another one, to which they belong from then on. If the project changes, open alarms and
 * faults stay where they were raised, and later reports count as new (as in move-device.ts).
 */
export const moveDevices = (ctx: Ctx, input: Input): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockProject(write.db, input.projectId)
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    if (project.audit !== 'approved') throw new DomainError('projectNotApproved', { project: project.name }, 'projectId')
    const gateway = input.gatewayId === undefined ? undefined : await lockGateway(write.db, input.gatewayId)
    if (input.gatewayId !== undefined && gateway?.project_id !== project.id)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.gatewayElsewhere') }, 'gatewayId')
    const devices = await usableDevices(ctx, write, input.ids)
    if (devices.some(({ project_id }) => project_id === null)) refuse(ctx, 'deviceInStock', 'ids')
    const arriving = devices.filter(({ path }) => path !== project.path).length
    if (arriving > 0) await assertQuota(ctx, write, project.path, 'devices', arriving)

    const from = await placesOf(write.db, devices)
    const stay = devices.filter(({ project_id }) => project_id === project.id)
    const leave = devices.filter(({ project_id }) => project_id !== project.id)
    await leavePlace(write, leave)
    const stamp = { updated_at: write.at, updated_by: write.by }
    const change = async (some: readonly StoredDevice[], same: boolean): Promise<void> => {
      if (some.length === 0) return
      const changes = {
        ...placeOf(input, same),
        ...(gateway || !same ? { gateway_id: gateway?.id ?? null } : {}),
        ...(same
          ? {}
          : {
              company_id: project.company_id,
              path: project.path,
              customer_id: project.customer_id,
              project_id: project.id,
              bound_at: write.at,
            }),
      }
      // Not scoped: both ends were found in the caller's scope.
      await updateDevices(
        write.systemDb,
        some.map(({ id }) => id),
        { ...changes, ...stamp },
      )
      auditDevices(write, 'device.move', some, changes)
      emitDevices(write, 'moved', some, { ...project, project_id: project.id })
    }
    await change(stay, true)
    await change(leave, false)
    const to = [project.name, gateway?.code, input.building, input.floor, input.roomNumber].filter(Boolean).join(' · ')
    await recordTrace(
      write,
      devices.flatMap(({ id, code, path, company_id, customer_id, project_id }) => {
        const step = { deviceId: id, code, step: 'moved' } as const
        if (path === project.path) return [{ ...step, from: from.get(id) ?? null, to }]
        // Between companies each side sees only its own end.
        const owner = { companyId: company_id, path, customerId: customer_id, projectId: project_id }
        return [
          { ...step, from: from.get(id) ?? null, owner },
          { ...step, to },
        ]
      }),
    )
    if (gateway) {
      await assertAddresses(ctx, write, input.ids, 'gatewayId')
      await linkEarlier(
        write,
        devices.map(({ id: deviceId, code, communication_code }) => ({
          deviceId,
          gatewayId: gateway.id,
          code,
          communicationCode: communication_code,
        })),
      )
    }
    await startProject(write, project.id)
    await forgetProjects(write, [project.id, ...devices.map(({ project_id }) => project_id)])
    return { count: devices.length }
  })
