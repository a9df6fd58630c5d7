import { seededRandom } from '@emberwatch/simulator'
import { sql } from 'kysely'
import { ensurePartitions } from '../src/platform/database/partitions.ts'
import type { Ctx } from '../src/platform/context.ts'
import { demoPlaces, inPortions } from './demo-places.ts'
import { silentDevices } from './demo-standing.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Readings as the simulator sends them, by the model of the device. */
const readings = sql`jsonb_strip_nulls(jsonb_build_object(
  'battery', device.battery,
  'obscuration', case when model.code = 'EW-SD1' then (random() * 40)::integer end,
  'soiling', case when model.code = 'EW-SD1' then 4 + device.id % 25 end,
  'temperature', case when model.code = 'EW-HD1' then round((22 + 5 * sin(extract(epoch from at) / 13751) + 2 * random())::numeric, 1) end,
  'gas', case when model.code = 'EW-GD1' then (random() * 4)::integer end,
  'pressure', case when model.code in ('EW-PT1', 'EW-WF1') then (570 + 25 * sin(extract(epoch from at) / 13751) + 12 * random())::integer end,
  'flow', case when model.code = 'EW-WF1' then 0 end))`

/**
 * Devices and gateways are there from the first second on, as if they had reported all along: when they were online, what they read lately, and a
 * few that have fallen silent. The simulator goes on from here.
 */
export const seedDemoPresence = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const now = clock.now()
  const silent = Object.entries(silentDevices)
  const codes = silent.map(([code]) => code)
  await ensurePartitions(systemDb, now, ['device_value'])
  await systemDb.transaction().execute(async (tx) => {
    // Silence is measured with the listening clock, which has just begun.
    await sql`
      update device set online = case when supervision = 'heartbeat' then not (device.code = any (${codes}::text[])) end, awaited = false, last_seen_at = ${now},
          signal = case when supervision = 'heartbeat' then -58 - (device.id % 37)::integer end,
          battery = case when supervision = 'heartbeat' then coalesce(battery, 61 + (device.id * 7 % 39)::integer) end, heard_ms = listening.ms, silence_due_ms = listening.ms + model.offline_after_s * 1000
        from listening, device_model model where model.id = device.model_id and device.project_id is not null`.execute(tx)
    for (const [code, age] of silent)
      await tx
        .updateTable('device')
        .set({ last_seen_at: new Date(now.getTime() - age) })
        .where('code', '=', code)
        .execute()
    await sql`
      update gateway set online = true, awaited = false, activated_at = bound_at, last_seen_at = ${now},
          signal = case when link_address is null then -61 - (gateway.id % 9)::integer end,
          heard_ms = listening.ms, silence_due_ms = listening.ms + model.offline_after_s * 1000
        from listening, device_model model where model.id = gateway.model_id and gateway.project_id is not null`.execute(tx)
    await sql`
      insert into device_value (device_id, at, "values")
      select device.id, at, ${readings} from device join device_model model on model.id = device.model_id
        cross join generate_series(${now}::timestamptz - interval '3 days', ${now}::timestamptz - interval '10 minutes', interval '2 hours') at
       where device.project_id is not null and supervision = 'heartbeat' and at > device.bound_at`.execute(tx)
    await sql`
      update device set last_values = last."values", sampled_at = last.at
        from (select distinct on (device_id) device_id, at, "values" from device_value order by device_id, at desc) last
       where last.device_id = device.id`.execute(tx)

    const places = (await demoPlaces(tx)).filter(({ isPoint }) => !isPoint)
    const random = seededRandom(11)
    const changes = places.flatMap(({ code, since, ids: { device_id } }) => {
      const own = [{ device_id, online: true, at: new Date(since + minute) }]
      const change = (from: number, length: number): void => {
        if (from <= since + hour) return
        own.push({ device_id, online: false, at: new Date(from) })
        if (from + length < now.getTime() - hour) own.push({ device_id, online: true, at: new Date(from + length) })
      }
      for (let changeAt = since + random() * 40 * day; changeAt < now.getTime() - 2 * day; changeAt += (9 + random() * 40) * day)
        change(changeAt, (1 + random() * 22) * hour)
      const age = silentDevices[code]
      if (age !== undefined) change(now.getTime() - age, day * 365)
      return own.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    })
    await inPortions(changes, (rows) => tx.insertInto('device_online').values(rows).execute())
    const gateways = await tx.selectFrom('gateway').select(['id', 'bound_at']).where('project_id', 'is not', null).execute()
    const links = gateways.flatMap(({ id: gateway_id, bound_at }, index) => {
      const since = new Date(bound_at ?? now).getTime()
      const left = now.getTime() - (5 + index * 6) * day
      const link = (at: number, online: boolean, cause: 'heard' | 'silent') => ({
        gateway_id,
        online,
        at: new Date(at),
        noticed_at: new Date(at),
        cause,
      })
      // Each had its provider's maintenance once.
      return [
        link(since, true, 'heard'),
        ...(left > since + day ? [link(left, false, 'silent'), link(left + (1 + index) * hour, true, 'heard')] : []),
      ]
    })
    if (links.length > 0) await tx.insertInto('gateway_link').values(links).execute()
  })
}
