import {
  DomainError,
  isLinkProtocol,
  missedHeartbeats,
  receivedProtocols,
  type endpoints,
  type EnumValue,
  type InputOf,
} from '@emberwatch/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import {
  actorCompany,
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
} from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { DeviceModelTable } from '../../../tables/devices.tables.ts'
import { takeFile } from './device-series.verbs.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceModel.update>, 'id' | 'version'>

/** The model as it is stored, or what it will be. */
interface Known {
  readonly protocol?: EnumValue<'modelProtocol'>
  readonly is_gateway: boolean
}

const isReceived = (protocol: EnumValue<'modelProtocol'>): boolean => receivedProtocols.some((name) => name === protocol)

/**
 * The columns that a form sets about a model.
 * @throws DomainError invalidInput naming the field
 */
const modelColumns = (ctx: Ctx, input: Fields, known: Known) => {
  const { heartbeatS, protocol, supervision = 'heartbeat' } = input
  const offlineAfterS = input.offlineAfterS ?? heartbeatS * missedHeartbeats
  // Otherwise its devices would go offline between two heartbeats.
  if (offlineAfterS <= heartbeatS) refuseField(ctx, 'offlineAfterS', 'afterHeartbeat')
  if (protocol !== known.protocol && !isReceived(protocol)) refuseField(ctx, 'protocol', 'notReceived')
  // What is behind a gateway is heard through it, so its silence must never be taken for quiet.
  if (known.is_gateway && supervision !== 'heartbeat') refuseField(ctx, 'supervision', 'gatewayHeartbeat')
  return {
    code: input.code,
    name: input.name,
    series_id: input.seriesId,
    protocol,
    codec_version: input.codecVersion ?? null,
    heartbeat_s: heartbeatS,
    offline_after_s: offlineAfterS,
    supervision,
    low_battery_percent: input.lowBatteryPercent,
    battery_type: input.batteryType ?? null,
    test_method: input.testMethod ?? null,
    manual_file: input.manualFile ?? null,
    maker_key: input.makerKey ?? null,
    resend_unanswered: input.resendUnanswered ?? false,
  }
}

/** Adds a model of devices or gateways, for the whole product. */
export const createModel = (ctx: Ctx, input: InputOf<typeof endpoints.deviceModel.create>): Promise<{ id: number }> => {
  const kind = { is_gateway: input.isGateway ?? false }
  const row = { ...modelColumns(ctx, input, kind), ...kind }
  return transact(ctx, async (write) => {
    await takeFile(ctx, write, { field: 'manualFile', id: row.manual_file, before: null, purpose: 'attachment' })
    const audit = {
      action: 'deviceModel.create',
      unique: ['code', row.code],
      owner: actorCompany(ctx),
    } as const
    return { id: await insertRow(write, 'device_model', row, audit) }
  })
}

/**
 * Gateways of some protocols are known by an address, which those of others do not have.
 * @throws DomainError precondition if there are gateways of the model
 */
const assertAddressesKept = async (
  ctx: Ctx,
  write: Write,
  model: Pick<Selectable<DeviceModelTable>, 'id' | 'protocol'>,
  protocol: EnumValue<'modelProtocol'>,
): Promise<void> => {
  if (protocol === model.protocol || !(isLinkProtocol(protocol) || isLinkProtocol(model.protocol))) return
  // Not scoped: a model is the same for all companies.
  const gateway = await write.systemDb
    .selectFrom('gateway')
    .select('id')
    .where('model_id', '=', model.id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (gateway) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.modelHasGateways') }, 'protocol')
}

/**
 * Edits a model. Whether it is a gateway model cannot change, because its devices are one or the other. A shorter offline timeout applies
 * to a device from its next check on, which is due no later than the old timeout; a changed supervision within seconds.
 */
export const updateModel = (ctx: Ctx, input: InputOf<typeof endpoints.deviceModel.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', input)
    const columns = modelColumns(ctx, input, model)
    await assertAddressesKept(ctx, write, model, columns.protocol)
    await takeFile(ctx, write, { field: 'manualFile', id: columns.manual_file, before: model.manual_file, purpose: 'attachment' })
    await updateRow(write, 'device_model', model, columns, {
      action: 'deviceModel.update',
      unique: ['code', columns.code],
      owner: actorCompany(ctx),
    })
    return { id: model.id }
  })

/** Enables or disables a model. A disabled model cannot be used for new devices; existing ones keep reporting and are supervised. */
export const setModelEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.deviceModel.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', { id })
    const changes = { enabled: [model.enabled, enabled] } as const
    await updateRow(
      write,
      'device_model',
      model,
      { enabled },
      { action: 'deviceModel.forbidden', changes, owner: actorCompany(ctx) },
    )
    return null
  })

/** Deletes a model that nothing uses: no device or gateway, not even a deleted one with its history, no command and no rule. */
export const removeModel = (ctx: Ctx, { id }: InputOf<typeof endpoints.deviceModel.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const model = await lockRow(write, 'device_model', { id }, 'delete')
    await refuseInUse(write, async (db) => {
      const labelled = (table: 'device' | 'gateway' | 'device_command' | 'linked_rule', column: 'code' | 'name') =>
        db
          .selectFrom(table)
          .select(sql.ref<string>(column).as('label'))
          .where('model_id', '=', id)
          .orderBy('id')
          .limit(dependantLimit)
          .execute()
      // Devices of a model often have one name.
      return [
        await labelled('device', 'code'),
        await labelled('gateway', 'code'),
        await labelled('device_command', 'name'),
        await labelled('linked_rule', 'name'),
      ].flat()
    })
    await takeFile(ctx, write, { field: 'manualFile', id: null, before: model.manual_file, purpose: 'attachment' })
    await deleteRow(write, 'device_model', model, { action: 'deviceModel.del', owner: actorCompany(ctx) })
    return null
  })
