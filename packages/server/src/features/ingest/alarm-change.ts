import { alarmCode } from '@emberwatch/contract'
import type { AlarmChange as LiveChange, AlarmEventData } from '@emberwatch/contract'
import type { OpenAlarmRow, StandingAlarm } from '../alarm/alarm.batch.ts'
import type { DeviceEntry, GatewayEntry, ZonedOwner } from './gateway-cache.ts'
import type { AlarmType } from './report-code-table.ts'
import type { BatchEffects, RaisedAlarm } from './batch-effects.ts'
import type { ConditionChange, FoldedChanges } from './fold-changes.ts'

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
  notify: boolean
  mergeWindowS: number
}

/** A folded raise. */
export type FoldedRaise = FoldedChanges<AlarmChange>['raises'][number]
/** A raise with the open-alarm row that was found or reserved for it. */
export type OpenedAlarm = { alarm: FoldedRaise; row: OpenAlarmRow }

/** How the audit log names the point of an alarm. */
export function pointName({ device, deviceCode, gateway }: AlarmChange): string {
  return device?.name ?? deviceCode ?? gateway.name
}

/** Emits the live event, with enough data for the pop-up to need no further call. */
export function emitAlarmEvent(
  effects: BatchEffects,
  change: LiveChange,
  { type, device, deviceCode, owner }: AlarmChange,
  alarm: StandingAlarm,
): void {
  const { id, level, state, test, first_at: firstAt } = alarm
  const data: AlarmEventData = {
    code: alarmCode(id, firstAt, owner.timeZone),
    level,
    typeId: type.id,
    typeNameZh: type.nameZh,
    typeNameEn: type.nameEn,
    projectName: owner.projectName,
    deviceCode: device?.code ?? deviceCode,
    deviceName: device?.name ?? null,
    roomNumber: device?.roomNumber ?? null,
    firstAt,
    state,
    test,
  }
  effects.event('alarm', change, id, owner, device?.id ?? null, data)
}

/** What notifications need to know about a raised alarm. */
export function raisedAlarm(
  id: number,
  { typeId, owner, device, notify }: AlarmChange,
  firstAt: Date,
  again: boolean,
  merged = false,
): RaisedAlarm {
  return { id, again, firstAt, typeId, owner, deviceId: device?.id ?? null, notify: notify && !merged }
}
