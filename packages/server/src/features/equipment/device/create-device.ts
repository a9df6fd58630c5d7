import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { addDevices, type NewDeviceRow } from './add-devices.ts'
import { bindDevices } from './device-binding.verbs.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { assertCommunicationCode, assertOrigin, fitModel, lockGateway } from './device.rules.ts'
import { originColumns, originSteps } from './device-origin.rules.ts'

type Input = InputOf<typeof endpoints.device.create>
type PresetInput = InputOf<typeof endpoints.devicePreset.create>

/** The company whose stock new devices join: the one named, within the caller's branch, or the caller's own. @throws DomainError notFound */
export const stockOwner = async (ctx: Ctx, write: Write, companyId = ctx.actor.companyId) => {
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  // Not scoped: the company was found in the caller's scope.
  return lockOwner(write.systemDb, company.id)
}

const addToStock = async (
  ctx: Ctx,
  write: Write,
  row: Omit<NewDeviceRow, 'company_id' | 'path'>,
  companyId?: number,
): Promise<number> => {
  const company = await stockOwner(ctx, write, companyId)
  await assertQuota(ctx, write, company.path, 'devices', 1)
  const owned = { ...row, company_id: company.id, path: company.path }
  const { added, refused } = await addDevices(ctx, write, [owned])
  const device = added.get(row.code.toLowerCase())
  if (!device) throw refused.get(row.code.toLowerCase()) ?? new DomainError('duplicate', { value: row.code }, 'code')
  await recordTrace(write, [
    ...originSteps({ deviceId: device.id }, owned),
    { deviceId: device.id, code: row.code, step: 'inStock' },
  ])
  write.audit({
    action: 'device.create',
    object: { kind: 'device', id: device.id, name: row.name },
    owner: { companyId: company.id, path: company.path },
    changes: Object.fromEntries(
      Object.entries(row).flatMap(([field, value]) => (value === null || value === undefined ? [] : [[field, [null, value]]])),
    ),
  })
  write.emit({
    kind: 'device',
    change: 'created',
    objectId: device.id,
    owner: { path: company.path, deviceId: device.id },
  })
  return device.id
}

/** The columns that a form sets about a device's place. */
const placeColumns = (input: Pick<Input, 'building' | 'floor' | 'roomNumber' | 'place'>) => ({
  building: input.building ?? null,
  floor: input.floor ?? null,
  room_number: input.roomNumber ?? null,
  place: input.place ?? null,
})

/** The columns that a form sets about a device itself, apart from its origin. */
export const ownColumns = (input: Omit<Input, 'code' | 'projectId' | 'gatewayId'>) => ({
  model_id: input.modelId,
  name: input.name,
  communication_code: input.communicationCode ?? null,
  imei: input.imei ?? null,
  ...placeColumns(input),
  installed_on: input.installedOn ?? null,
  replace_by: input.replaceBy ?? null,
  warranty_until: input.warrantyUntil ?? null,
})

export const factColumns = (input: Omit<Input, 'code' | 'projectId' | 'gatewayId'>) => ({
  ...ownColumns(input),
  ...originColumns(input),
})

/** The project of a gateway, which is also that of its devices. @throws DomainError notFound; notHere for one in stock */
const projectOfGateway = async (ctx: Ctx, write: Write, gatewayId: number): Promise<number> => {
  const gateway = await lockGateway(write.db, gatewayId)
  if (!gateway) throw new DomainError('notFound', {}, 'gatewayId')
  if (gateway.project_id === null)
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.gatewayElsewhere') }, 'gatewayId')
  return gateway.project_id
}

/** Registers a device in the caller's stock or, with a project, at its place. */
export const createDevice = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const model = await fitModel(ctx, write, input.modelId)
    assertCommunicationCode(ctx, model.network, input.communicationCode)
    assertOrigin(ctx, input)
    const id = await addToStock(ctx, write, { code: input.code, ...factColumns(input) })
    const { gatewayId } = input
    const projectId = input.projectId ?? (gatewayId === undefined ? undefined : await projectOfGateway(ctx, write, gatewayId))
    if (projectId !== undefined) await bindDevices(ctx, write, { projectId, gatewayId, deviceIds: [id], bound: 'refuse' })
    return { id }
  })

/** Adds a device to the stock of a company in the caller's branch. It gets its communication code at the latest when it is bound. */
export const createPreset = (ctx: Ctx, input: PresetInput): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const model = await fitModel(ctx, write, input.modelId)
    assertOrigin(ctx, input)
    const row = {
      code: input.code,
      model_id: model.id,
      name: input.name ?? model.name,
      communication_code: input.communicationCode ?? null,
      imei: input.imei ?? null,
      ...originColumns(input),
      firmware: input.firmware ?? null,
    }
    return { id: await addToStock(ctx, write, row, input.companyId) }
  })
