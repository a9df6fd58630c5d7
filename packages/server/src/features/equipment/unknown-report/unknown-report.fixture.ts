import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { TestWorld } from '../../../testing/context.ts'
import type { OwnedRows } from '../../../testing/rows.ts'
import type { UnknownReportTable } from '../../../tables/reports.tables.ts'

export const gatewayOfRows = (world: TestWorld, rows: OwnedRows) =>
  world.db.selectFrom('gateway').selectAll().where('id', '=', Number(rows.gateway)).executeTakeFirstOrThrow()

/** What ingest writes about a report that it could not match. */
export const addReport = async (
  world: TestWorld,
  rows: OwnedRows,
  code: string,
  more: Partial<Insertable<UnknownReportTable>> = {},
): Promise<number> => {
  const { id, code: gateway_code, company_id, path, customer_id, project_id } = await gatewayOfRows(world, rows)
  const now = world.clock.now()
  const row = await world.db
    .insertInto('unknown_report')
    .values({
      kind: 'unknownDevice',
      key: code,
      gateway_id: id,
      gateway_code,
      company_id,
      path,
      customer_id,
      project_id,
      device_code: code,
      format: 'EW',
      code: 'smoke',
      may_be_alarm: true,
      count: 3,
      first_at: now,
      last_at: now,
      last_report: `{"device":"${code}"}`,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** An open alarm and an open fault of an unregistered detector. */
export const addWaiting = async (world: TestWorld, rows: OwnedRows, sent: string) => {
  const { id: gateway_id, company_id, path, customer_id, project_id } = await gatewayOfRows(world, rows)
  const owned = { company_id, path, customer_id, project_id, gateway_id }
  const now = world.clock.now()
  const point = `g${gateway_id}/${sent}`
  const type = await world.db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  const faultType = await world.db.selectFrom('fault_type').select('id').where('code', '=', 'tamper').executeTakeFirstOrThrow()
  const source = { source_format: 'EW' as const, first_at: now, last_at: now }
  const alarm = await world.db
    .insertInto('alarm')
    .values({ ...owned, ...source, device_code: sent, type_id: type.id, level: 'fire', source_code: 'smoke' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('alarm_open').values({ point, type_id: type.id, alarm_id: alarm.id, first_at: now }).execute()
  const fault = await world.db
    .insertInto('fault')
    .values({ ...owned, ...source, point, type_id: faultType.id, source_code: 'tamper' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { alarm: alarm.id, fault: fault.id, type: type.id }
}

export const addModel = async (
  world: TestWorld,
  change: { is_gateway?: boolean; enabled?: boolean },
  network: 'lora' | 'nbIot',
): Promise<number> => {
  const mark = randomBytes(4).toString('hex')
  const series = await world.db
    .insertInto('device_series')
    .values({ code: `S${mark}`, name: 'Series', network })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await world.db
    .insertInto('device_model')
    .values({ series_id: series.id, code: `M${mark}`, name: 'Smoke 1', ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return model.id
}
