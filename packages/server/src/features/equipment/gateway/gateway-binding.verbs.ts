import { DomainError, listedIn, type endpoints, type InputOf, type GatewaySecret, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { detachGatewayAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { detachGatewayFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { startProject } from '../../sites/project/project-life.verbs.ts'
import { approvedProject, addGateway, assertGatewayModel, connectionColumns, givenOf } from './add-gateway.ts'
import { bindDevices } from '../device/device-binding.verbs.ts'
import { qcFailed } from '../device/device.rules.ts'
import { auditGateway, emitGateway } from './gateway.events.ts'
import { lockGateways, stockedDevicesBehind, type StoredGateway, devicesBehind, gatewayByCode } from './gateway.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { dependantLimit, refuseInUse, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'

/** How many codes a refusal names. */
const namedCodes = 10

const refuse = (ctx: Ctx, reason: 'gatewayBound' | 'gatewayNotBound', gateways: readonly StoredGateway[]): never => {
  const codes = gateways.slice(0, namedCodes).map(({ code }) => code)
  const listed = listedIn(ctx.locale, [...codes, ...(codes.length < gateways.length ? ['…'] : [])])
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`, { codes: listed }) }, 'ids')
}

/** Locks gateways to be bound or unbound. Checks that all exist and are, or are not, in stock. */
const gatewaysToMove = async (
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
const leaveGatewayPlaces = async (write: Write, gateways: readonly StoredGateway[]): Promise<void> => {
  const ids = gateways.map(({ id }) => id)
  await detachGatewayAlarms(write, ids)
  await detachGatewayFaults(write, ids)
}

/** Puts a gateway at another place. It must have left the old one (leaveGatewayPlaces). */
const placeGateway = async (
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
const bindLockedGateways = async (
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

/**
 * Returns gateways from their projects to their company's stock. Their devices would fall silent, so these are unbound or moved first.
 * Alarms, faults and the trace stay with the project.
 */
export const unbindGateways = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.unbind>): Promise<null> =>
  transact(ctx, async (write) => {
    const gateways = await gatewaysToMove(ctx, write, input.ids, 'project')
    const ids = gateways.map(({ id }) => id)
    await refuseInUse(write, (db) => devicesBehind(db, ids, dependantLimit))
    const projectIds = [...new Set(gateways.flatMap(({ project_id }) => project_id ?? []))]
    const projects = await write.db.selectFrom('project').select(['id', 'name']).where('id', 'in', projectIds).execute()
    const nameOf = new Map(projects.map(({ id, name }) => [id, name]))
    await leaveGatewayPlaces(write, gateways)
    for (const gateway of gateways) {
      const { company_id, path } = gateway
      // Its trace up to here belongs to the project.
      await recordTrace(write, [
        { gatewayId: gateway.id, code: gateway.code, step: 'unbound', from: nameOf.get(gateway.project_id ?? 0) ?? null },
      ])
      const place = { company_id, path, customer_id: null, project_id: null, bound_at: null, stocked_at: write.at }
      await placeGateway(write, gateway, place)
      auditGateway(write, 'gateway.unbind', gateway, place)
      emitGateway(write, 'unbound', gateway.id, [gateway, place])
    }
    await invalidateGatewayCache(
      write.systemDb,
      gateways.map(({ code }) => code),
    )
    return null
  })

type Gateway = typeof endpoints.gateway

/** What the caller may see about a scanned code. */
export const findGateway = async (ctx: Ctx, input: InputOf<Gateway['find']>): Promise<OutputOf<Gateway['find']>> => {
  const known = await gatewayByCode(ctx.db, input.code)
  const project =
    known === undefined || known.project_id === null
      ? undefined
      : await ctx.db.selectFrom('project').select('name').where('id', '=', known.project_id).executeTakeFirst()
  return {
    id: known?.id ?? null,
    modelId: known?.model_id ?? null,
    name: known?.name ?? null,
    communicationCode: known?.communication_code ?? null,
    projectId: known?.project_id ?? null,
    projectName: project?.name ?? null,
    activatedAt: known?.activated_at ?? null,
  }
}

/**
 * Registers a gateway where it is installed. One from stock is bound to the project and gets a new secret, since nobody on site knows the
 * old one. One that already belongs to a project is refused: reading the code on the box must not be enough to take it over.
 */
export const registerGateway = (ctx: Ctx, input: InputOf<Gateway['register']>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const { code, modelId, projectId, name, ...address } = input
    const secret = generateGatewaySecret()
    const secret_hash = hashGatewaySecret(secret)
    const found = await gatewayByCode(write.db, code)
    if (!found || found.project_id !== null) {
      // If it belongs to a project, the refusal names its place.
      const made = await addGateway(ctx, write, { code, modelId, projectId, name: name ?? code, ...address }, secret_hash)
      return givenOf({ id: made.id, code }, secret, made.linkAddress)
    }
    const gateway = await lockRow(write, 'gateway', { id: found.id })
    if (!gateway.enabled)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.gatewayDisabled') }, 'code')
    if (modelId !== gateway.model_id) await assertGatewayModel(ctx, write, modelId)
    const communicationCode = address.communicationCode ?? gateway.communication_code ?? gateway.code
    const connection = await connectionColumns(ctx, write, { modelId, communicationCode }, gateway)
    const changes = { name: name ?? gateway.name, ...connection, secret_hash }
    const unique = ['communicationCode', connection.communication_code] as const
    await updateRow(write, 'gateway', gateway, changes, { action: 'gateway.register', unique, changes: { secret_hash: null } })
    await bindLockedGateways(ctx, write, await lockGateways(write.db, [gateway.id]), projectId, 'code')
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    return givenOf(gateway, secret, connection.link_address)
  })
