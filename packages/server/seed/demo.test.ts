import { enums } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { testDatabase } from '../src/testing/database.ts'

test('the demo: every company has a role for ordinary users, devices tell one story, and a project is full', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'silent' })
  const app = await createApp({ config, connection: own.connection, demo: true, log: pino({ level: 'silent' }) })
  onTestFinished(() => app.stop())
  await app.start()
  const database = openDatabase({ max: 1, ...own.connection })
  onTestFinished(() => database.close())
  const companies = await database.kysely.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
  expect(companies.length).toBeGreaterThan(3)
  const roles = await database.kysely
    .selectFrom('role')
    .innerJoin('role_menu', 'role_menu.role_id', 'role.id')
    .select('role.company_id')
    .where('role.type', '=', 'user')
    .where('role.enabled', '=', true)
    .execute()
  const withRole = new Set(roles.map(({ company_id }) => company_id))
  expect(companies.filter(({ id }) => !withRole.has(id))).toEqual([])

  // The story of a device tells the same days as the device itself.
  const { rows: odd } = await sql`
    select device.code from device left join device_trace trace on trace.device_id = device.id
     group by device.id
    having bool_or(trace.step = 'produced' and (trace.at at time zone 'Asia/Shanghai')::date <> device.produced_on)
        or bool_or(trace.step = 'inStock' and trace.at <> device.stocked_at)
        or max(trace.at) filter (where trace.step = 'produced') > min(trace.at) filter (where trace.step = 'inStock')
        or max(trace.at) filter (where trace.step = 'inStock') > min(trace.at) filter (where trace.step = 'bound')`.execute(
    database.kysely,
  )
  expect(odd).toEqual([])
  const tower = await database.kysely
    .selectFrom('project')
    .select('id')
    .where('name', 'like', 'Riverside%')
    .executeTakeFirstOrThrow()
  const found = await Promise.all(
    (['project_person', 'project_document', 'project_notifier', 'floor_plan'] as const).map((table) =>
      database.kysely.selectFrom(table).select('id').where('project_id', '=', tower.id).execute(),
    ),
  )
  expect(found.every((rows) => rows.length > 0)).toBe(true)
  // Engineers can sign in where they have to be, and a customer sees what is installed.
  const nowhere = await database.kysely.selectFrom('sign_site').select('id').where('latitude', 'is', null).execute()
  expect(nowhere).toEqual([])
  const seen = await database.kysely
    .selectFrom('role_menu')
    .innerJoin('role', 'role.id', 'role_menu.role_id')
    .select('menu_code')
    .where('role.type', '=', 'customer')
    .where('menu_code', 'in', ['project:view', 'device:view'])
    .distinct()
    .execute()
  expect(seen).toHaveLength(2)
  // No list is empty for a visitor.
  const lists = await Promise.all(
    (
      [
        ['fault', 7],
        ['order_checklist', 2],
        ['unknown_report', 3],
        ['linked_rule', 1],
        ['project_test', 1],
        ['recall', 1],
        ['project_join', 2],
        ['device_user', 1],
      ] as const
    ).map(async ([table, least]) => {
      const { n } = await database.kysely
        .selectFrom(table as 'fault')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n >= least ? [] : [table]
    }),
  )
  expect(lists.flat()).toEqual([])
  const states = await database.kysely.selectFrom('fault').select('state').distinct().execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual(['pending', 'processing', 'solved'])
  const orders = await database.kysely.selectFrom('work_order').select('status').distinct().execute()
  expect(orders.map(({ status }) => status).toSorted()).toEqual(enums.orderStatus.toSorted())

  // It lives from the first second on: nearly everything is online, several kinds of alarms stand at several sites, and the charts have a past.
  const { rows: heard } = await sql<{ all: number; online: number; gateways: boolean }>`
    select count(online)::integer as all, (count(*) filter (where online))::integer as online,
           (select bool_and(online) from gateway where project_id is not null) as gateways
      from device where project_id is not null`.execute(database.kysely)
  expect(heard[0]?.gateways).toBe(true)
  expect((heard[0]?.online ?? 0) / (heard[0]?.all ?? 1)).toBeGreaterThanOrEqual(0.9)
  expect(heard[0]?.online).toBeLessThan(heard[0]?.all ?? 0)
  const open = database.kysely.selectFrom('alarm').where('state', 'in', ['unconfirmed', 'confirmed'])
  const standing = await open.select(['type_id', 'project_id', 'state']).execute()
  for (const key of ['type_id', 'project_id'] as const)
    expect(new Set(standing.map((alarm) => alarm[key])).size).toBeGreaterThanOrEqual(3)
  expect(new Set(standing.map(({ state }) => state)).size).toBe(2)
  const faults = await database.kysely.selectFrom('fault').select('type_id').where('state', '!=', 'solved').distinct().execute()
  expect(faults.length).toBeGreaterThanOrEqual(5)
  const { rows: past } = await sql<{ days: number; types: number; sites: number; causes: number }>`
    select count(distinct (first_at at time zone 'Asia/Shanghai')::date)::integer as days, count(distinct type_id)::integer as types,
           count(distinct project_id)::integer as sites, count(distinct cause)::integer as causes
      from alarm where first_at > now() - interval '30 days'`.execute(database.kysely)
  expect(past[0]?.days).toBeGreaterThanOrEqual(25)
  expect(past[0]?.types).toBeGreaterThanOrEqual(5)
  expect(past[0]?.sites).toBeGreaterThanOrEqual(5)
  expect(past[0]?.causes).toBeGreaterThanOrEqual(5)
  // A transmitter and a dialler stand for a panel each, whose points have no battery and are neither online nor offline.
  const { rows: panels } = await sql<{ points: number; odd: number }>`
    select count(*)::integer as points, (count(*) filter (where device.online is not null or device.battery is not null or device.firmware is not null))::integer as odd
      from gateway join device on device.gateway_id = gateway.id where link_address is not null group by gateway.id order by gateway.id`.execute(
    database.kysely,
  )
  expect(panels).toEqual([
    { points: 60, odd: 0 },
    { points: 20, odd: 0 },
  ])
  // Names of a company are in one language: North works in English, South in Chinese.
  const named = await database.kysely
    .selectFrom('company')
    .innerJoin('notify_rule as rule', 'rule.company_id', 'company.id')
    .innerJoin('role', 'role.company_id', 'company.id')
    .where('role.type', '=', 'user')
    .select(['company.org_code', 'company.language', 'rule.name as rule', 'role.name as role'])
    .orderBy('company.org_code')
    .execute()
  expect(named).toEqual([
    { org_code: 'NORTH', language: 'en', rule: en.reasons.ruleDefaultName, role: en.fields.userRole },
    { org_code: 'SOUTH', language: 'zh', rule: zh.reasons.ruleDefaultName, role: zh.fields.userRole },
  ])
  const { rows: mixed } = await sql<{ name: string }>`
    select name from (select name from company union all select name from project union all select name from device
      union all select name from gateway union all select name from role union all select name from customer union all select description from work_order) named
     where name ~ '[一-龥]' and name ~ '[A-Za-z]{3}'`.execute(database.kysely)
  expect(mixed).toEqual([])
}, 90_000)
