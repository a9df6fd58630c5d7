import { follows, workedOnOrderStatuses } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Surroundings } from './decide-upgrade.ts'

/** The state around a device that matters for its upgrade. */
export interface Around extends Surroundings {
  /** Its present gateway. */
  readonly gatewayId: number | null
  readonly modelId: number | null
  readonly hardware: string | null
  /** The version it last reported, if it is well-formed. */
  readonly firmware: string | null
}

interface Row {
  id: number
  readonly gone: boolean
  gateway_id: number | null
  model_id: number | null
  readonly hardware: string | null
  readonly firmware: string | null
  readonly bound: boolean
  readonly open_alarm: boolean
  readonly site_alarm: boolean
  readonly on_test: boolean
  readonly maintained: boolean
  readonly online: boolean
  readonly low_power: boolean
  readonly battery: number | null
  readonly signal: number | null
  readonly other_upgrade: boolean
  readonly time_zone: string
}

/** For devices of one task, by row id. `ownerPath`: a device that has left the branch of the task's owner counts as gone. */
export const surroundingsOf = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  ownerPath: string,
  at: Date,
): Promise<ReadonlyMap<number, Around>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select u.id, g.id as gateway_id, coalesce(d.model_id, g.model_id) as model_id,
      case when u.device_id is null then g.hardware else d.hardware end as hardware,
      case when u.device_id is null then g.firmware else d.firmware end as firmware,
      case when u.device_id is null then g.id is null or g.deleted_at is not null
        else d.id is null or d.deleted_at is not null or d.scrapped_at is not null end
      or not ${isInBranch(sql`coalesce(d.path, g.path)`, sql`${ownerPath}`)} as gone,
      g.id is not null and g.enabled and g.deleted_at is null and coalesce(d.enabled, true)
        and case when u.device_id is null then g.project_id else d.project_id end is not null as bound,
      -- What it raised at a former place stays open there.
      exists (select from alarm a where a.state in ('unconfirmed', 'confirmed') and a.project_id is not distinct from p.id
        and case when u.device_id is null then a.gateway_id = g.id and a.device_id is null
          else a.device_id = u.device_id end) as open_alarm,
      exists (select from alarm a where a.state in ('unconfirmed', 'confirmed') and a.project_id = p.id) as site_alarm,
      exists (select from project_test t where t.project_id = p.id and t.from_at <= ${at}
        and ${at} < least(t.to_at, coalesce(t.ended_at, t.to_at))) as on_test,
      exists (select from work_order o where o.project_id = p.id and o.kind = 'maintenance'
        and o.status = any(${[...workedOnOrderStatuses]}::text[]) and o.deleted_at is null) as maintained,
      coalesce(g.online, false) and not (coalesce(d.last_seen_at is not null, false) and not coalesce(d.online, true)) as online,
      coalesce(d.low_power, false) as low_power,
      coalesce(u.battery, d.battery) as battery, coalesce(u.signal, d.signal, g.signal) as signal,
      -- It may have come from another gateway while that upgrade was under way.
      exists (select from upgrade_device o where o.point = u.point and o.id <> u.id
        and o.state in ('sent', 'downloading', 'verifying', 'installing'))
      or exists (select from upgrade_device o where o.gateway_id = g.id and o.id <> u.id
        and o.state in ('sent', 'downloading', 'verifying', 'installing')
        and (o.device_id is null or u.device_id is null)) as other_upgrade,
      coalesce(p.time_zone, c.time_zone) as time_zone
    from upgrade_device u
    left join device d on d.id = u.device_id
    left join gateway g on g.id = case when u.device_id is null then u.gateway_id else d.gateway_id end
    left join project p on p.id = case when u.device_id is null then g.project_id else d.project_id end
    join company c on c.id = u.company_id
    where u.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        gone: row.gone,
        gatewayId: row.gateway_id,
        modelId: row.model_id,
        hardware: row.hardware,
        firmware: row.firmware !== null && follows('version', row.firmware) ? row.firmware : null,
        bound: row.bound,
        openAlarm: row.open_alarm,
        siteAlarm: row.site_alarm,
        onTest: row.on_test,
        maintained: row.maintained,
        online: row.online,
        lowPower: row.low_power,
        battery: row.battery,
        signal: row.signal,
        otherUpgrade: row.other_upgrade,
        timeZone: row.time_zone,
      },
    ]),
  )
}
