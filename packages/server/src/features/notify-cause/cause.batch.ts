import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../tables/index.ts'

/** Announces causes, changes of records, and what ends an alarm or fault. */
export const notifyChannel = 'emberwatch_notify'

/** Something that people may have to be told of. */
export interface Cause {
  readonly kind: EnumValue<'notifyEvent'>
  readonly id: number
  readonly firstAt: Date | string
  /** When it happened: raised, raised again, exceeded. */
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
const insert = (rows: string): string => `
  with stored as (
    insert into notification_cause (${columns}) select ${columns} from jsonb_to_recordset(${rows}::jsonb) as cause (${types}))
  select pg_notify('${notifyChannel}', '')`

const rowsOf = (causes: readonly Cause[]): string =>
  JSON.stringify(
    causes.map((cause) => ({
      kind: cause.kind,
      object_id: cause.id,
      first_at: cause.firstAt,
      round_at: cause.roundAt,
      clock: cause.clock,
      company_id: cause.companyId,
      path: cause.path,
      customer_id: cause.customerId,
      project_id: cause.projectId,
      device_id: cause.deviceId,
      type_id: cause.typeId,
      level: cause.level,
    })),
  )

/** Stores causes in the transaction of what they are about, one statement for any number of them: people are told later, apart from it. */
export const storeCauses = async (client: pg.ClientBase, causes: readonly Cause[]): Promise<void> => {
  if (causes.length === 0) return
  await client.query({ name: 'ingest_notification_causes', text: insert('$1'), values: [rowsOf(causes)] })
}

/** The same in a write. */
export const addCauses = async (db: Kysely<Tables>, causes: readonly Cause[]): Promise<void> => {
  if (causes.length === 0) return
  const [before = '', after = ''] = insert('?').split('?')
  await sql`${sql.raw(before)}${rowsOf(causes)}${sql.raw(after)}`.execute(db)
}
