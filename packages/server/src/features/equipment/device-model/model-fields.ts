import { missedHeartbeats, receivedProtocols, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

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
export const modelColumns = (ctx: Ctx, input: Fields, known: Known) => {
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
