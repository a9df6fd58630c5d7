import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { linkDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { linkDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { addDevices } from './add-devices.ts'
import { assertAddresses, type LockedGateway } from './device.rules.ts'
import { deviceModel } from './device.store.ts'

type Form = Omit<InputOf<typeof endpoints.unknownDevice.register>, 'id'>

/** A device that reports at a gateway and is to be registered there. */
export interface NewDevice extends Form {
  readonly gateway: LockedGateway
  /** As the gateway sends it. */
  readonly code: string
}

/** The longest code that people can look for (kernel/rules.ts, `deviceCode`). */
const longestCode = 40

/**
 * The code of a device by the one that its gateway sends. What is behind a transmitter is only known by its place there (`1-2-37`), which
 * many devices of the platform have: then the transmitter's code comes first.
 */
const codeAt = ({ id, code, link_address }: LockedGateway, sent: string): string => {
  if (link_address === null) return sent
  const full = `${code}-${sent}`
  return full.length > longestCode ? `G${id}-${sent}` : full
}

/**
 * Registers a device where it reports, within a write: it belongs to the gateway's company, customer and project. Its open alarms and
 * faults are linked to it, and ingest knows it immediately. Returns its id.
 * @throws DomainError notHere for a model that is not a device model, or a communication code in use; quotaReached; duplicate
 */
export const registerDevice = async (ctx: Ctx, write: Write, { gateway, code: sent, ...form }: NewDevice): Promise<number> => {
  const code = codeAt(gateway, sent)
  const model = await deviceModel(write.db, form.modelId)
  if (!model) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.modelUnfit') }, 'modelId')
  await assertQuota(ctx, write, gateway.path, 'devices', 1)
  const row = {
    company_id: gateway.company_id,
    path: gateway.path,
    customer_id: gateway.customer_id,
    project_id: gateway.project_id,
    gateway_id: gateway.id,
    model_id: model.id,
    code,
    // Specification section 5: devices other than NB-IoT have a communication code.
    communication_code: form.communicationCode ?? (model.network === 'nbIot' && code === sent ? null : sent),
    name: form.name,
    building: form.building ?? null,
    floor: form.floor ?? null,
    room_number: form.roomNumber ?? null,
    place: form.place ?? null,
    bound_at: gateway.project_id === null ? null : write.at,
  }
  const { added } = await addDevices(ctx, write, [row])
  const id = added.get(code.toLowerCase())?.id
  // The form does not ask for the code.
  if (id === undefined) throw new DomainError('duplicate', { value: code }, 'id')
  await assertAddresses(ctx, write, [id], 'communicationCode')
  const named = { deviceId: id, gatewayId: gateway.id, code: sent }
  const alarms = await linkDeviceAlarms(write, named)
  await linkDeviceFaults(write, named)
  await recordTrace(write, [{ deviceId: id, code, step: 'registered', to: gateway.code }])
  await invalidateGatewayCache(write.systemDb, [gateway.code])
  write.audit({
    action: 'device.register',
    object: { kind: 'device', id, name: form.name },
    owner: { companyId: gateway.company_id, path: gateway.path },
    changes: {
      code: [null, code],
      name: [null, form.name],
      model: [null, model.name],
      gateway: [null, gateway.code],
      alarms: [null, alarms],
    },
  })
  write.emit({
    kind: 'device',
    change: 'registered',
    objectId: id,
    owner: { path: gateway.path, customerId: gateway.customer_id, deviceId: id },
  })
  return id
}
