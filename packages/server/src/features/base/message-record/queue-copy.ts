import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { queueRecords } from './queue-records.ts'
import type { ChangedRecord } from './settle-records.ts'

/**
 * The engine continues with its next step at once. The copy waits for the first of these times, so that the provider may recover, and is
 * tried until the second.
 */
const copyAfterMs = 30_000
const copyForMs = 10 * 60_000

/**
 * Queues an urgent message that failed because of the provider once more, in the transaction of the failure: the provider may be back in a
 * minute, and there may be nobody else to notify. The copy belongs to the same run, so it is not sent once that has been stopped.
 */
export const queueCopy = async (tx: Kysely<Tables>, failed: ChangedRecord, at: Date): Promise<void> => {
  const { company_id, path, customer_id, project_id, alarm_id, fault_id, run_id, cause, event, fire, priority } = failed
  const { channel, account_id, receiver, phone, email, language, title, content, template_id, failure, failure_kind } = failed
  const waitsForMs = failed.answer_by === null ? null : Date.parse(failed.answer_by) - Date.parse(failed.created_at)
  await queueRecords(tx, [
    {
      company_id,
      path,
      customer_id,
      project_id,
      alarm_id,
      fault_id,
      run_id,
      cause,
      event,
      fire,
      priority,
      channel,
      account_id,
      receiver,
      phone,
      email,
      language,
      title,
      content,
      template_id,
      params: JSON.stringify(failed.params),
      failure,
      failure_kind,
      copy_of: failed.id,
      tries_until: new Date(at.getTime() + copyForMs),
      created_at: at,
      state_at: at,
      due_at: new Date(at.getTime() + copyAfterMs),
      answer_by: waitsForMs === null ? null : new Date(at.getTime() + waitsForMs),
    },
  ])
}
