import { sql, type Kysely } from 'kysely'
import { partitionedTables } from '../packages/server/src/platform/database/partitions.ts'
import { hashPassword } from '../packages/server/src/features/base/access/password.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { addTreeOfSize, type Tree } from './tree-world.ts'

/** How many rows there are, and over how many months they are spread. */
export interface AlarmWorldSize {
  readonly alarms: number
  readonly months: number
}

export interface AlarmWorld extends Tree {
  /** Sign-in names, one for each kind of caller. All have the password that was passed in. */
  readonly accounts: Readonly<Record<Caller, string>>
  /** A busy site of the small agent. */
  readonly projectId: number
  readonly deviceId: number
}

export const callers = ['siter', 'distributor', 'agent'] as const
export type Caller = (typeof callers)[number]

export const companies = { agentOnes: 80, agentTwos: 400, accounts: 2_000, customers: 5_000 }
const devicesAProject = 20

/** A pseudo-random number that is the same for the same row in every run. */
const hash = (row: string, by: number) => sql.raw(`((${row})::bigint * ${by} % 1000003)`)

/**
 * Alarms as a system has them after some months: from registered detectors of companies of uneven size, spread evenly over the
 * months, all but a few dealt with. The newest are from today.
 */
export const addAlarms = async (
  db: Kysely<Tables>,
  { alarms, months }: AlarmWorldSize,
  password: string,
): Promise<AlarmWorld> => {
  const tree = await addTreeOfSize(db, companies)
  await addMonths(db, months)
  await addSites(db)
  await sql`
    with site as (select id, project_id, company_id, path, customer_id, row_number() over (order by id) - 1 as n from device),
      kinds as (select array_agg(id order by id) as ids from alarm_type),
      people as (select min(id) as id from account)
    insert into alarm (company_id, path, customer_id, project_id, device_id, type_id, level, state, source_active, source_format, source_code,
      first_at, last_at, stored_at, repeat_count, confirmed_at, confirmed_by, closed_at, closed_by, handle_way, reached)
    select site.company_id, site.path, site.customer_id, site.project_id, site.id,
      kinds.ids[1 + (h.a % 97 % array_length(kinds.ids, 1))], case when h.a % 5 < 3 then 'fire' when h.a % 5 = 3 then 'warning' else 'notice' end,
      case when h.b % 5000 = 0 then 'unconfirmed' when h.b % 10 = 0 then 'misreport' else 'cleared' end, h.b % 5000 = 0, 'CID', '1111',
      t.at, t.at, t.at, h.a % 4,
      case when h.b % 5000 <> 0 then t.at + interval '1 minute' end, case when h.b % 5000 <> 0 then people.id end,
      case when h.b % 5000 <> 0 then t.at + interval '9 minutes' end, case when h.b % 5000 <> 0 then people.id end,
      case when h.b % 10 <> 0 then 'onSite' end,
      case when h.a % 3 > 0 then '{}' when h.b % 20 = 0 then '{mail,sms,voice}' when h.b % 2 = 0 then '{sms,voice}' else '{sms}' end::text[]
    from generate_series(1, ${sql.lit(alarms)}) i
    cross join lateral (select ${hash('i', 7919)} as a, ${hash('i', 104_729)} as b, ${hash('i', 15_485_863)} as c) h
    cross join lateral (select now() - interval '1 month' * ${sql.lit(months)} * (1 - i::float8 / ${sql.lit(alarms)}) as at) t
    join site on site.n = h.c % (select count(*) from device)
    cross join kinds cross join people
    order by i`.execute(db)
  // What autovacuum does within a minute of such a load.
  await sql`vacuum analyze`.execute(db)
  const busy = await db
    .selectFrom('device')
    .select(['id', 'project_id', 'customer_id'])
    .where('path', 'like', `${tree.agent}%`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return {
    ...tree,
    accounts: await addCallers(db, tree, password),
    deviceId: busy.id,
    projectId: busy.project_id ?? 0,
  }
}

/** Creates partitions for the months before those that the migrations create. */
export const addMonths = async (db: Kysely<Tables>, months: number): Promise<void> => {
  for (let back = months; back >= 2; back--) {
    for (const table of [...partitionedTables, 'message_record']) {
      await sql
        .raw(
          `do $$ declare starts timestamptz := date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '${back} months';
           begin execute format('create table if not exists %I partition of ${table} for values from (%L) to (%L)',
             '${table}_' || to_char(starts at time zone 'utc', 'YYYY_MM'), starts, starts + interval '1 month'); end $$`,
        )
        .execute(db)
    }
  }
}

/** One project for each customer, with its detectors. */
export const addSites = async (db: Kysely<Tables>): Promise<void> => {
  await sql`insert into project_type (code, name_zh, name_en) values ('bench', '商场', 'Mall') on conflict do nothing`.execute(db)
  await sql`insert into device_series (code, name, network) values ('bench', 'Bench', 'NB')`.execute(db)
  await sql`insert into device_model (series_id, code, name) select id, 'bench', 'Bench detector' from device_series where code = 'bench'`.execute(
    db,
  )
  await sql`
    insert into project (company_id, path, customer_id, code, name, type_id, maintenance_years, inspection_cycle_days, maintenance_cycle_days, address)
    select customer.company_id, customer.path, customer.id, 'P' || customer.id, customer.name || '项目', project_type.id, 2, 30, 90, '人民路 ' || customer.id
    from customer cross join (select id from project_type where code = 'bench') project_type`.execute(db)
  await sql`
    insert into device (company_id, path, customer_id, project_id, model_id, code, name, room_number, bound_at)
    select project.company_id, project.path, project.customer_id, project.id, device_model.id, 'SD' || project.id || '-' || n,
      '感烟探测器 ' || project.id || '-' || n, lpad((n * 100 + 1)::text, 4, '0'), now()
    from project cross join generate_series(1, ${sql.lit(devicesAProject)}) n
    cross join (select id from device_model where code = 'bench') device_model`.execute(db)
}

/** An account with every right for each of the measured companies. */
export const addCallers = async (db: Kysely<Tables>, tree: Tree, password: string): Promise<AlarmWorld['accounts']> => {
  const password_hash = await hashPassword(password)
  const names: Record<string, string> = {}
  for (const caller of callers) {
    const company = await db
      .selectFrom('company')
      .select(['id', 'path', 'type'])
      .where('path', '=', tree[caller])
      .executeTakeFirstOrThrow()
    const role = await db
      .insertInto('role')
      .values({
        company_id: company.id,
        path: company.path,
        name: `Bench ${caller}`,
        type: company.type,
        level: 1,
        data_scope: 'branch',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into role_menu (role_id, menu_code) select ${role.id}, code from menu where ${company.type} = any(account_types)`.execute(
      db,
    )
    const account = await db
      .insertInto('account')
      .values({
        company_id: company.id,
        path: company.path,
        type: company.type,
        account: `bench.${caller}`,
        name: caller,
        password_hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('account_role').values({ account_id: account.id, role_id: role.id }).execute()
    names[caller] = `bench.${caller}`
  }
  return names as AlarmWorld['accounts']
}
