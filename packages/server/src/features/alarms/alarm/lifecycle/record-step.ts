import { DomainError } from '@emberwatch/contract'
import type { AuditEntry } from '../../../platform/audit.ts'
import type { Write } from '../../../platform/transact.ts'
import { auditTarget, emitAlarmEvent } from './alarm.events.ts'
import { findAlarm, insertJourney, type StoredAlarm } from './alarm.store.ts'

/** What people do about an alarm without changing its state. Each is a step of its journey, a live event and an audit row. */
type Step = 'called' | 'escalated' | 'noted' | 'checked' | 'fileMade'

/** An alarm in the caller's scope, for verbs that add something to it. @throws DomainError notFound */
export const alarmToWorkOn = async (write: Write, id: number): Promise<StoredAlarm> => {
  const alarm = await findAlarm(write.db, id)
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  return alarm
}

/** Writes a step into the alarm's journey, in the write that takes it. */
export const recordStep = async (
  write: Write,
  alarm: StoredAlarm,
  step: Step,
  detail: Readonly<Record<string, unknown>>,
  changes: NonNullable<AuditEntry['changes']>,
): Promise<void> => {
  await insertJourney(write.systemDb, [alarm.id], { step, at: write.at, by: write.by, detail })
  await emitAlarmEvent(write, alarm, step)
  write.audit({ action: `alarm.${step}`, ...auditTarget(alarm), changes })
}
