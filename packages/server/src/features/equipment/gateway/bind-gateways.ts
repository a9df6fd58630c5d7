import { DomainError, listedIn, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { detachGatewayAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { detachGatewayFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { startProject } from '../../sites/project/start-project.ts'
import { approvedProject } from './add-gateway.ts'
import { bindDevices } from '../device/bind-device.ts'
import { qcFailed } from '../device/device.rules.ts'
import { auditGateway, emitGateway } from './gateway.events.ts'
import { lockGateways, stockedDevicesBehind, type StoredGateway } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/** How many codes a refusal names. */
const namedCodes = 10

const refuse = (ctx: Ctx, reason: 'gatewayBound' | 'gatewayNotBound', gateways: readonly StoredGateway[]): never => {
  const codes = gateways.slice(0, namedCodes).map(({ code }) => code)
  const listed = listedIn(ctx.locale, [...codes, ...(codes.length < gateways.length ? ['…'] : [])])
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`, { codes: listed }) }, 'ids')
}

/** Locks gateways to be bound or unbound. Checks that all exist and are, or are not, in stock. */
export const gatewaysToMove = async (
  ctx: Ctx,
  write: Write,
  ids: readonly number[],
  from: 'stock' | 'project',
): Promise<StoredGateway[]> => {
  const gateways = await lockGateways(write.db, ids)
  if (gateways.length < new Set(ids).size) throw new DomainError('notFound', {}, 'ids')
  const misplaced = gateways.filter(({ project_id }) => (project_id === null) !== (from === 'stock'))
  if (misplaced.length > 0) refuse(ctx, from === 'stock' ? 'gatewayBound' : 'gatewayNotBound', misplaced)
  return gateways
}

/**
 * Gateways leave their place. Alarms and faults open there stay; later reports count as new. All gateways are handled at once, in ingest's
 * order of locks.
 */
export const leaveGatewayPlaces = async (write: Write, gateways: readonly StoredGateway[]): Promise<void> => {
  const ids = gateways.map(({ id }) => id)
  await detachGatewayAlarms(write, ids)
  await detachGatewayFaults(write, ids)
}

/** Puts a gateway at another place. It must have left the old one (leaveGatewayPlaces). */
export const placeGateway = async (
  write: Write,
  gateway: StoredGateway,
  changes: {
    readonly company_id: number
    readonly path: string
    readonly customer_id: number | null
    readonly project_id: number | null
    readonly bound_at: Date | null
    readonly stocked_at?: Date
  },
): Promise<void> => {
  // Not scoped: the gateway was found in the caller's scope and may leave it with this update.
  await write.systemDb
    .updateTable('gateway')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: write.at, updated_by: write.by }))
    .where('id', '=', gateway.id)
    .execute()
}

/** Binds gateways in stock to a project within a write, with the devices behind them. */
export const bindLockedGateways = async (
  ctx: Ctx,
  write: Write,
  gateways: readonly StoredGateway[],
  projectId: number,
  field: 'ids' | 'code' = 'ids',
): Promise<void> => {
  const project = await approvedProject(write, projectId)
  const failed = gateways.filter(({ qc_result }) => qc_result === 'failed')
  if (failed.length > 0) throw qcFailed(ctx, failed, field)
  const place = {
    company_id: project.company_id,
    path: project.path,
    customer_id: project.customer_id,
    project_id: project.id,
    bound_at: write.at,
  }
  await leaveGatewayPlaces(write, gateways)
  for (const gateway of gateways) {
    const deviceIds = await stockedDevicesBehind(write.db, gateway.id)
    await placeGateway(write, gateway, place)
    if (deviceIds.length > 0) await bindDevices(ctx, write, { projectId, deviceIds, gatewayId: gateway.id })
    auditGateway(write, 'gateway.bind', gateway, place)
    emitGateway(write, 'bound', gateway.id, [place, gateway])
  }
  await startProject(write, project.id)
  await recordTrace(
    write,
    gateways.map(({ id, code }) => ({ gatewayId: id, code, step: 'bound', to: project.name })),
  )
  await invalidateGatewayCache(
    write.systemDb,
    gateways.map(({ code }) => code),
  )
}

/** Binds gateways from stock to a project: from then on they belong to its company and customer. */
export const bindGateways = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.bind>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateways = await gatewaysToMove(ctx, write, input.ids, 'stock')
    await bindLockedGateways(ctx, write, gateways, input.projectId)
    return null
  })
