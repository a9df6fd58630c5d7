import { alarmCode } from '@emberwatch/contract'
import type { AlarmChange as LiveChange, AlarmEventData } from '@emberwatch/contract'
import type { OpenAlarmRow, StandingAlarm } from '../../alarms/alarm/alarm.batch.ts'
import type { DeviceEntry, GatewayEntry, ZonedOwner } from './gateway-cache.ts'
import type { AlarmType } from './report-code-table.ts'
import type { BatchEffects } from './batch-effects.ts'
import type { ConditionChange, FoldedChanges } from './fold-changes.ts'
import type { InboundMessage } from './inbound-message.ts'

/** An alarm condition that began or ended. */
export interface AlarmChange extends ConditionChange {
  type: AlarmType
  owner: ZonedOwner
  gateway: GatewayEntry
  device: DeviceEntry | null
  deviceCode: string | null
  format: string
  code: string
  deviceTime: Date | undefined
  decodedAt: Date
  reportId: number | null
  /** The message that reported it. */
  message: InboundMessage
  notify: boolean
  mergeWindowS: number
  /** A repeat after the confirmation is a new alarm, although no restore came in between. */
  eachIsNew: boolean
}

/** A folded raise. */
export type FoldedRaise = FoldedChanges<AlarmChange>['raises'][number]
/** A raise with the open-alarm row found or reserved for it. */
export type OpenedAlarm = { alarm: FoldedRaise; row: OpenAlarmRow }

/** How the audit log names the point of an alarm. */
export function pointName({ device, deviceCode, gateway }: AlarmChange): string {
  return device?.name ?? deviceCode ?? gateway.name
}

/** Emits the live event. It carries all that the pop-up shows, so that no further call is needed. */
export function emitAlarmEvent(
  effects: BatchEffects,
  change: LiveChange,
  { type, device, deviceCode, owner, message }: AlarmChange,
  alarm: StandingAlarm,
): void {
  const { id, level, state, test, first_at: firstAt } = alarm
  const data: AlarmEventData = {
    code: alarmCode(id, firstAt, owner.timeZone),
    level,
    typeId: type.id,
    typeNameZh: type.nameZh,
    typeNameEn: type.nameEn,
    projectId: owner.projectId,
    projectName: owner.projectName,
    deviceCode: device?.code ?? deviceCode,
    deviceName: device?.name ?? null,
    roomNumber: device?.roomNumber ?? null,
    firstAt,
    state,
    test,
    tried: message.triedBy !== undefined,
  }
  effects.event('alarm', change, id, owner, device?.id ?? null, data)
}

/** Adds the cause that people are notified of, unless the code says that nobody is. */
export const addCause = (
  effects: BatchEffects,
  id: number,
  { type, owner, device, notify }: AlarmChange,
  { firstAt, roundAt }: { readonly firstAt: Date | string; readonly roundAt: Date },
): void => {
  if (!notify) return
  const { companyId, path, customerId, projectId } = owner
  const place = { companyId, path, customerId, projectId, deviceId: device?.id ?? null }
  effects.causes.push({ kind: 'alarm', id, firstAt, roundAt, ...place, typeId: type.id, level: type.level })
}

/** Adds the cause for an alarm that was raised again after its time to close had passed. */
export const addBreach = (
  effects: BatchEffects,
  id: number,
  { type, owner, device }: AlarmChange,
  { firstAt, missed, level }: { readonly firstAt: string; readonly missed: string; readonly level: StandingAlarm['level'] },
): void => {
  const { companyId, path, customerId, projectId } = owner
  const place = { companyId, path, customerId, projectId, deviceId: device?.id ?? null }
  effects.causes.push({ kind: 'breach', id, firstAt, roundAt: missed, clock: 'close', ...place, typeId: type.id, level })
}
