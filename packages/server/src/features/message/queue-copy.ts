import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { queueRecords } from './queue-records.ts'
import type { ChangedRecord } from './settle-records.ts'

/** The engine goes on with its next step at once; the copy waits so long for the provider to come back, and is tried until the second. */
const copyAfterMs = 30_000
const copyForMs = 10 * 60_000

/**
 * What is urgent and failed for a reason of the provider is queued once more, in the transaction in which it failed: the provider may be back in a minute, and
 * nobody else may be there to be told. It belongs to the same run, so it is not sent once that has been stopped.
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
