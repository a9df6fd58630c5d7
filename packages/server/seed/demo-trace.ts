import { sql, type Transaction } from 'kysely'
import type { Tables } from '../src/tables/index.ts'

/** Batches of the demo's devices, one of each model, and the first steps of their lives: produced, in stock, bound. */
export const seedDemoTrace = async (tx: Transaction<Tables>, now: Date): Promise<void> => {
  await sql`
    update device set batch = model.code || '-2605', produced_on = (${now}::timestamptz - interval '200 days')::date
      from device_model model where model.id = device.model_id and device.batch is null`.execute(tx)
  await sql`
    insert into device_trace (at, company_id, path, customer_id, project_id, device_id, code, step, to_place, note, source)
    select step.at, device.company_id, device.path, device.customer_id, device.project_id, device.id, device.code, step.name, step.place, step.note, 'system'
      from device
      left join project on project.id = device.project_id
      left join gateway on gateway.id = device.gateway_id
      cross join lateral (values
        -- At nine in the morning where they are made; the dates are those that the device itself has.
        ((device.produced_on + time '09:00') at time zone 'Asia/Shanghai', 'produced', null, device.batch),
        (device.stocked_at, 'inStock', null, null),
        (device.bound_at, 'bound', concat_ws(' · ', project.name, gateway.code), null)) as step (at, name, place, note)
     where step.at is not null
     order by device.id, step.at`.execute(tx)
  await sql`
    insert into device_trace (at, company_id, path, customer_id, project_id, gateway_id, code, step, to_place, source)
    select coalesce(gateway.activated_at, gateway.created_at), gateway.company_id, gateway.path, gateway.customer_id, gateway.project_id, gateway.id,
           gateway.code, 'bound', project.name, 'system'
      from gateway join project on project.id = gateway.project_id
     order by gateway.id`.execute(tx)
}
