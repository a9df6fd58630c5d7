import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { copyRows, copyText } from '../../../platform/database/copy-in.ts'
import type { Tables } from '../../../tables/index.ts'

/** Notified for new causes, changed records, and the end of an alarm or fault. */
export const notifyChannel = 'emberwatch_notify'

/** Something that people may have to be notified of. */
export interface Cause {
  readonly kind: EnumValue<'notifyEvent'>
  readonly id: number
  readonly firstAt: Date | string
  /** When it happened: raised, raised again, or clock exceeded. */
  readonly roundAt: Date | string
  readonly clock?: EnumValue<'alarmClock'>
  readonly companyId: number
  readonly path: string
  readonly customerId: number | null
  readonly projectId: number | null
  readonly deviceId: number | null
  readonly typeId: number | null
  readonly level: EnumValue<'alarmLevel'> | null
}

const columns = `kind, object_id, first_at, round_at, clock, company_id, path, customer_id, project_id, device_id, type_id, level`
const types = `kind text, object_id bigint, first_at timestamptz, round_at timestamptz, clock text, company_id bigint, path text, customer_id bigint,
  project_id bigint, device_id bigint, type_id bigint, level text`

const timeOf = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString())

/** In column order. */
const valuesOf = (cause: Cause): (string | number | null)[] => {
  const { kind, id, firstAt, roundAt, clock = null, companyId, path, customerId, projectId, deviceId, typeId, level } = cause
  return [kind, id, timeOf(firstAt), timeOf(roundAt), clock, companyId, path, customerId, projectId, deviceId, typeId, level]
}

const notify = `select pg_notify('${notifyChannel}', '')`

/** Stores causes in the transaction of what they are about, one statement for any number of them. People are notified later, separately. */
export const storeCauses = async (client: pg.ClientBase, causes: readonly Cause[]): Promise<void> => {
  if (causes.length === 0) return
  const lines = causes.map(
    (cause) =>
      `${valuesOf(cause)
        .map((value) => copyText(value?.toString()))
        .join('\t')}\n`,
  )
  await Promise.all([
    copyRows(client, `copy notification_cause (${columns}) from stdin`, lines),
    client.query({ name: 'ingest_notify_causes', text: notify, values: [] }),
  ])
}

/** The same within a write. */
export const addCauses = async (db: Kysely<Tables>, causes: readonly Cause[]): Promise<void> => {
  if (causes.length === 0) return
  const names = columns.split(', ')
  const rows = causes.map((cause) => Object.fromEntries(valuesOf(cause).map((value, index) => [names[index], value])))
  await sql`
    with stored as (
      insert into notification_cause (${sql.raw(columns)})
      select ${sql.raw(columns)} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as cause (${sql.raw(types)}))
    ${sql.raw(notify)}`.execute(db)
}
