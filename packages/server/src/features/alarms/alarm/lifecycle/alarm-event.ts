import { alarmCode, type AlarmChange, type AlarmEventData } from '@emberwatch/contract'
import type { AuditEntry } from '../../../../platform/audit.ts'
import type { PlacedEvent } from '../../../../platform/effects.batch.ts'
import { pickRows } from '../../../../platform/list.ts'
import type { Write } from '../../../../platform/transact.ts'
import { readAlarms } from '../alarm.rows.ts'
import type { StoredAlarm } from '../alarm.store.ts'

/** Emits the live event of an alarm. It carries all that the pop-up shows, so that no further call is needed. */
export const emitAlarmEvent = (
  write: { emit(event: PlacedEvent): void },
  change: AlarmChange,
  owner: PlacedEvent['owner'],
  { id, ...alarm }: AlarmEventData & { readonly id: number },
): void => {
  const { code, level, typeId, typeNameZh, typeNameEn, projectId, projectName, firstAt, state, test, tried } = alarm
  const { deviceCode, deviceName, roomNumber, raisedAt } = alarm
  const device = { deviceCode, deviceName, roomNumber }
  const kind = { level, typeId, typeNameZh, typeNameEn }
  const again = change === 'raisedAgain' && raisedAt !== undefined ? { raisedAt } : {}
  const data: AlarmEventData = { code, ...kind, projectId, projectName, ...device, firstAt, state, test, tried, ...again }
  write.emit({ kind: 'alarm', change, objectId: id, owner, data })
}

type Placed = Pick<StoredAlarm, 'path' | 'customer_id' | 'device_id' | 'project_id'>

/** Who sees the events of an alarm. */
export const eventOwner = ({ path, customer_id, device_id, project_id }: Placed): PlacedEvent['owner'] => ({
  path,
  customerId: customer_id,
  deviceId: device_id,
  projectId: project_id,
})

/** Emits the live event of an alarm with its state in this write. */
export const emitAlarm = async (write: Write, alarm: StoredAlarm, change: AlarmChange): Promise<void> => {
  const [row] = await readAlarms(write.db, pickRows([{ id: alarm.id, at: alarm.first_at }], 'alarm.id', 'alarm.first_at'))
  if (!row) throw new Error(`alarm ${alarm.id} no longer exists`)
  emitAlarmEvent(write, change, eventOwner(alarm), row)
}

/** The alarm as the audit log names it, and its owner. */
export const auditTarget = (alarm: StoredAlarm): Pick<AuditEntry, 'object' | 'owner'> => ({
  object: { kind: 'alarm', id: alarm.id, name: alarmCode(alarm.id, alarm.first_at, alarm.timeZone) },
  owner: { companyId: alarm.company_id, path: alarm.path },
})
