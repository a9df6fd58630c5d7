import { missedHeartbeats, type endpoints, type InputOf, type Threshold } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { refuseField } from '../../platform/refuse-field.ts'

type Fields = Omit<InputOf<typeof endpoints.deviceModel.update>, 'id' | 'version'>

const isUpsideDown = ({ minimum, maximum }: Threshold): boolean =>
  minimum !== undefined && maximum !== undefined && minimum > maximum

/**
 * The columns that a form sets about a model.
 * @throws DomainError invalidInput naming the field
 */
export const modelColumns = (ctx: Ctx, input: Fields) => {
  const { heartbeatS, thresholds = [] } = input
  const offlineAfterS = input.offlineAfterS ?? heartbeatS * missedHeartbeats
  // Otherwise its devices would go offline between two heartbeats.
  if (offlineAfterS <= heartbeatS) refuseField(ctx, 'offlineAfterS', 'afterHeartbeat')
  if (thresholds.some(isUpsideDown)) refuseField(ctx, 'thresholds', 'thresholdRange')
  if (new Set(thresholds.map(({ name }) => name)).size < thresholds.length) refuseField(ctx, 'thresholds', 'uniqueItems')
  return {
    code: input.code,
    name: input.name,
    series_id: input.seriesId,
    protocol: input.protocol,
    codec_version: input.codecVersion ?? null,
    heartbeat_s: heartbeatS,
    offline_after_s: offlineAfterS,
    low_battery_percent: input.lowBatteryPercent,
    thresholds: JSON.stringify(thresholds),
    battery_type: input.batteryType ?? null,
    test_method: input.testMethod ?? null,
    manual_file: input.manualFile ?? null,
    maker_key: input.makerKey ?? null,
    resend_unanswered: input.resendUnanswered ?? false,
  }
}

/** A change of thresholds for the audit log, as text. */
export const thresholdChange = (before: readonly Threshold[], after: readonly Threshold[] = []) =>
  JSON.stringify(before) === JSON.stringify(after) ? null : ([before, after] as const)
