import { type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { refuse, usableDevices } from './device.rules.ts'
import { updateDevices, type StoredDevice } from './device.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/** A gateway in stock stays with its company. What it reports for devices that were handed on is raised there, as for unregistered devices. */
const leaveGateways = async (write: Write, devices: readonly StoredDevice[]): Promise<void> => {
  const behind = devices.filter(({ gateway_id }) => gateway_id !== null)
  if (behind.length === 0) return
  await updateDevices(
    write.systemDb,
    behind.map(({ id }) => id),
    { gateway_id: null },
  )
  const gateways = await write.systemDb
    .selectFrom('gateway')
    .select('code')
    .where('id', 'in', [...new Set(behind.flatMap(({ gateway_id }) => gateway_id ?? []))])
    .execute()
  await invalidateGatewayCache(
    write.systemDb,
    gateways.map(({ code }) => code),
  )
}

/** Hands devices in stock to another company of the caller's branch, up or down. */
export const assignDevices = (ctx: Ctx, input: InputOf<typeof endpoints.devicePreset.assign>): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const found = await companyInScope(write.db, input.companyId)
    if (!found) throw new DomainError('notFound', {}, 'companyId')
    const company = await lockOwner(write.systemDb, found.id)
    const { name } = await write.systemDb
      .selectFrom('company')
      .select('name')
      .where('id', '=', company.id)
      .executeTakeFirstOrThrow()
    const devices = await usableDevices(ctx, write, input.ids)
    if (devices.some(({ project_id }) => project_id !== null)) refuse(ctx, 'deviceNotInStock', 'ids')
    const arriving = devices.filter(({ path }) => path !== company.path)
    if (arriving.length > 0) await assertQuota(ctx, write, company.path, 'devices', arriving.length)
    await recordTrace(
      write,
      arriving.map(({ id, code }) => ({ deviceId: id, code, step: 'assigned', to: name })),
    )
    // Not scoped: the devices and the company were found in the caller's scope.
    const owner = { company_id: company.id, path: company.path }
    const stamp = { stocked_at: write.at, updated_at: write.at, updated_by: write.by }
    await updateDevices(
      write.systemDb,
      devices.map(({ id }) => id),
      { ...owner, ...stamp },
    )
    await leaveGateways(write, arriving)
    await recordTrace(
      write,
      arriving.map(({ id, code }) => ({ deviceId: id, code, step: 'inStock' })),
    )
    auditDevices(write, 'device.assign', devices, { ...owner, companyName: name })
    emitDevices(write, 'assigned', devices, { path: company.path, customer_id: null, project_id: null })
    return { count: devices.length }
  })
