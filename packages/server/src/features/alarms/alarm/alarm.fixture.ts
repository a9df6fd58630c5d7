import type { Insertable, Kysely } from 'kysely'
import { addOwnedRows, type Owner } from '../../../testing/rows.ts'
import type { AlarmTable } from '../../../tables/reports.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { findAlarm, type StoredAlarm } from './alarm.store.ts'

/** A device of a company, with its project and gateway. */
export interface Site {
  readonly owner: Owner
  readonly customer: number
  readonly project: number
  readonly gateway: number
  readonly device: number
  /** A work order of the project. */
  readonly order: number
}

/** A site without alarms. */
export const addSite = async (db: Kysely<Tables>, owner: Owner): Promise<Site> => {
  const rows = await addOwnedRows(db, owner)
  await db.deleteFrom('alarm_open').where('alarm_id', '=', Number(rows.alarm)).execute()
  await db.deleteFrom('alarm').where('id', '=', Number(rows.alarm)).execute()
  return {
    owner,
    customer: Number(rows.customer),
    project: Number(rows.project),
    gateway: Number(rows.gateway),
    device: Number(rows.device),
    order: Number(rows.work_order),
  }
}

/** An alarm as ingest creates it (lifecycle/apply-alarm-signals.ts), with overrides. */
export const addAlarm = async (
  db: Kysely<Tables>,
  site: Site,
  more: Partial<Insertable<AlarmTable>> = {},
): Promise<StoredAlarm> => {
  const type = await db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  const firstAt = more.first_at ?? new Date()
  const row = {
    company_id: site.owner.id,
    path: site.owner.path,
    customer_id: site.customer,
    project_id: site.project,
    gateway_id: site.gateway,
    device_id: site.device,
    type_id: type.id,
    level: 'fire' as const,
    source_format: 'EW' as const,
    source_code: 'smoke',
    source_active: false,
    first_at: firstAt,
    last_at: firstAt,
    acknowledge_due_at: more.state === undefined || more.state === 'unconfirmed' ? new Date(Date.now() + 90_000) : null,
    ...more,
  }
  const { id } = await db.insertInto('alarm').values(row).returning('id').executeTakeFirstOrThrow()
  const alarm = await alarmAfter(db, id)
  if (alarm.state === 'unconfirmed' || alarm.state === 'confirmed') {
    const open = { point: `d${site.device}:${alarm.id}`, type_id: alarm.type_id, alarm_id: alarm.id, first_at: alarm.first_at }
    await db.insertInto('alarm_open').values(open).execute()
  }
  return alarm
}

export const alarmAfter = async (db: Kysely<Tables>, id: number): Promise<StoredAlarm> => {
  const alarm = await findAlarm(db, id)
  if (!alarm) throw new Error(`alarm ${id} is gone`)
  return alarm
}

/** Everything that a write leaves behind about an object, besides the object itself. */
export const tracesOf = async (db: Kysely<Tables>, kind: 'alarm' | 'fault', id: number) => ({
  journey: await db.selectFrom('alarm_journey').selectAll().where('alarm_id', '=', id).orderBy('at').execute(),
  audits: await db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute(),
  events: await db
    .selectFrom('live_event')
    .selectAll()
    .where('kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute(),
  open: await db.selectFrom('alarm_open').selectAll().where('alarm_id', '=', id).execute(),
})
