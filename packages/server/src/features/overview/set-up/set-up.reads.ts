import { enums, type endpoints, type EnumValue, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { reachesOutside } from '../../notify/notify-provider/provider-health.ts'

type State = OutputOf<typeof endpoints.setUp.state>

/** A confirmed backup counts for this long (days): a copy of which nobody has thought for longer is none. */
const backupDays = 90

interface Facts {
  readonly named: boolean
  readonly zoned: boolean
  readonly site: number | null
  readonly approved: number | null
  readonly gateway: number | null
  readonly heard: number | null
  readonly test: number | null
  readonly seen: boolean
  readonly rule: number | null
  readonly named_rule: number | null
  readonly provider: boolean
  readonly phone: boolean
  readonly backup: boolean
  readonly hidden: boolean
  readonly device: number | null
}

/**
 * What of setting up is really there. One statement; each part ends at the first row that it finds. Of the whole installation, as its
 * administrators ask.
 */
const factsOf = async ({ systemDb, actor, clock }: Ctx): Promise<Facts> => {
  const alive = sql`deleted_at is null`
  const { rows } = await sql<Facts>`
    select config.updated_by is not null as named, c.updated_by is not null as zoned,
      (select min(id) from project where ${alive}) as site,
      (select min(id) from project where ${alive} and audit = 'approved') as approved,
      (select min(id) from gateway where ${alive}) as gateway,
      (select min(id) from gateway where ${alive} and activated_at is not null) as heard,
      (select id from device where ${alive} and project_id is not null and scrapped_at is null order by id limit 1) as device,
      (select max(id) from alarm where tried_by is not null) as test,
      exists (select from alarm where shown_at is not null or confirmed_by is not null or closed_by is not null) as seen,
      (select min(id) from notify_rule where ${alive} and enabled) as rule,
      (select min(r.id) from notify_rule r, jsonb_array_elements(r.steps) step, jsonb_array_elements(step -> 'receivers') receiver
        where r.deleted_at is null and r.enabled and 'alarm' = any(r.events) and case receiver ->> 'kind'
          when 'callList' then exists (select from project_notifier where enabled)
          when 'deviceList' then exists (select from device_notifier where enabled)
          when 'duty' then exists (select from duty_team t where t.id = (receiver ->> 'teamId')::bigint and t.deleted_at is null
            and cardinality(t.member_ids) > 0)
          when 'role' then exists (select from account_role ar join account a on a.id = ar.account_id
            where ar.role_id = (receiver ->> 'roleId')::bigint and a.enabled and a.deleted_at is null)
          else exists (select from account a where a.enabled and a.deleted_at is null
            and a.id in (select chosen::bigint from jsonb_array_elements_text(receiver -> 'accountIds') chosen)) end) as named_rule,
      exists (select from notify_provider where enabled) as provider,
      exists (select from push_subscription where account_id = ${actor.accountId}) or exists (select from session
        where account_id = ${actor.accountId} and user_agent ~* 'android|iphone|ipad|mobile|harmony') as phone,
      coalesce(s.backup_confirmed_at > ${clock.now()}::timestamptz - ${backupDays} * interval '1 day', false) as backup,
      s.hidden_at is not null as hidden
    from company c left join company_config config on config.company_id = c.id left join set_up s on true
    where c.type = 'siter' limit 1`.execute(systemDb)
  const [facts] = rows
  if (!facts) throw new Error('no operating company')
  return facts
}

/** How far the installation is set up. Nothing here is ticked by hand, except that a copy of the data lies elsewhere, which no program can know. */
export const setUpState = async (ctx: Ctx): Promise<State> => {
  const facts = await factsOf(ctx)
  const steps: Record<EnumValue<'setUpStep'>, Omit<State['steps'][number], 'step'>> = {
    nameAndZone: { done: facts.named && facts.zoned, begun: facts.named || facts.zoned, id: null },
    firstSite: { done: facts.approved !== null, begun: facts.site !== null, id: facts.approved ?? facts.site },
    firstGateway: { done: facts.heard !== null, begun: facts.gateway !== null, id: facts.heard ?? facts.gateway },
    testAlarm: { done: facts.seen, begun: facts.test !== null, id: facts.test },
    whoIsCalled: { done: facts.named_rule !== null, begun: facts.rule !== null, id: facts.named_rule ?? facts.rule },
    reachesOutside: { done: await reachesOutside(ctx.systemDb, ctx.clock.now()), begun: facts.provider, id: null },
    phone: { done: facts.phone, begun: false, id: null },
    backup: { done: facts.backup, begun: false, id: null },
  }
  return {
    hidden: facts.hidden,
    steps: enums.setUpStep.map((step) => ({ step, ...steps[step] })),
    projectId: facts.approved,
    gatewayId: facts.heard,
    deviceId: facts.device,
  }
}
