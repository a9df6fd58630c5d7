import { alarmCode, type AlarmChange, type AlarmEventData } from '@emberwatch/contract'
import type { AuditEntry } from '../../../platform/audit.ts'
import { pickRows } from '../../../platform/list.ts'
import type { Write } from '../../../platform/transact.ts'
import { readAlarms } from './alarm.rows.ts'
import type { StoredAlarm } from './alarm.store.ts'

/** Emits the live event for an alarm, with its state in this write. */
export const emitAlarmEvent = async (write: Write, alarm: StoredAlarm, change: AlarmChange): Promise<void> => {
  const [row] = await readAlarms(write.db, pickRows([{ id: alarm.id, at: alarm.first_at }], 'alarm.id', 'alarm.first_at'))
  if (!row) throw new Error(`alarm ${alarm.id} no longer exists`)
  const {
    code,
    level,
    typeId,
    typeNameZh,
    typeNameEn,
    projectId,
    projectName,
    deviceCode,
    deviceName,
    roomNumber,
    firstAt,
    state,
    test,
    tried,
  } = row
  const names = { projectId, projectName, deviceCode, deviceName, roomNumber }
  const data: AlarmEventData = { code, level, typeId, typeNameZh, typeNameEn, ...names, firstAt, state, test, tried }
  const owner = { path: alarm.path, customerId: alarm.customer_id, deviceId: alarm.device_id, projectId: alarm.project_id }
  write.emit({ kind: 'alarm', change, objectId: alarm.id, owner, data })
}

/** The alarm as the audit log names it, and its owner. */
export const auditTarget = (alarm: StoredAlarm): Pick<AuditEntry, 'object' | 'owner'> => ({
  object: { kind: 'alarm', id: alarm.id, name: alarmCode(alarm.id, alarm.first_at, alarm.timeZone) },
  owner: { companyId: alarm.company_id, path: alarm.path },
})
