import { DomainError } from '@emberwatch/contract'
import type { AuditEntry } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Write } from '../../../../platform/transact.ts'
import { isOwnUpload } from '../../../base/file/file.reads.ts'
import { findAlarm, type StoredAlarm } from '../alarm.store.ts'
import { auditTarget, emitAlarm } from './alarm-event.ts'
import { insertSteps } from './journey.ts'

/** What people do about an alarm without changing its state. Each is a step of its journey, a live event and an audit row. */
type Step = 'called' | 'escalated' | 'noted' | 'checked' | 'fileMade' | 'repairOrder'

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
  await insertSteps(write.systemDb, [{ alarmId: alarm.id, step, at: write.at, by: write.by, detail }])
  await emitAlarm(write, alarm, step)
  write.audit({ action: `alarm.${step}`, ...auditTarget(alarm), changes })
}

/** The columns of rows that belong to an alarm and move with it when its project is handed over. */
export const ofAlarm = ({ id, company_id, path, customer_id, project_id, device_id }: StoredAlarm) => ({
  alarm_id: id,
  company_id,
  path,
  customer_id,
  project_id,
  device_id,
})

const purposes = { photos: 'photo', videos: 'video' } as const

/**
 * Photos and videos must be the caller's own uploads: nobody can attach other people's files to an alarm. @throws DomainError noAccess on
 * the field
 */
export const assertOwnMedia = async (ctx: Ctx, field: keyof typeof purposes, ids: readonly string[]): Promise<void> => {
  for (const id of ids) if (!(await isOwnUpload(ctx, id, purposes[field]))) throw new DomainError('noAccess', {}, field)
}
