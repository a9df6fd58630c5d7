import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endDeskHolds } from './features/alarms/alarm-desk/end-holds.ts'
import { addSite, type Site } from './features/alarms/alarm/alarm.fixture.ts'
import { notifyOfCompanyExpiries } from './features/people/company/notify-of-company-expiries.ts'
import { notifyOfExpiries } from './features/notify/expiry-notice/notify-of-expiries.ts'
import { resumeDueOrders as endOrderHolds } from './features/orders/order/order-work.verbs.ts'
import { expireJoins } from './features/sites/project-join/project-join.verbs.ts'
import type { Ctx } from './platform/context.ts'
import { testWorld, type TestWorld } from './testing/context.ts'
import { addOwnedRows } from './testing/rows.ts'

/** Another transaction has locked the audit chain of one company: what jobs do for another one is done meanwhile, and for this one afterwards. */

const dayMs = 86_400_000

let world: TestWorld
let sites: Record<'north' | 'south', Site>
let blocker: pg.Client

beforeAll(async () => {
  world = await testWorld()
  const { north, south } = world.companies
  sites = { north: await addSite(world.db, north), south: await addSite(world.db, south) }
  const line = { company_id: north.id, sequence: 0, hash: Buffer.alloc(32) }
  await world.db
    .insertInto('audit_chain')
    .values(line)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  blocker = new pg.Client(world.connection)
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await world.stop()
})
afterEach(() => blocker.query('rollback'))

type Side = 'north' | 'south'
const soon = (days: number) => new Date(world.clock.now().getTime() + days * dayMs)
const orders: Partial<Record<Side, number>> = {}

interface Case {
  readonly run: (ctx: Ctx) => Promise<unknown>
  readonly prepare: (side: Side) => Promise<unknown>
  readonly isDone: (side: Side) => Promise<boolean>
}

const cases: Record<string, Case> = {
  'holds of sites': {
    run: (ctx) => endDeskHolds(ctx),
    prepare: (side) => {
      const holder = world.accounts[`${side}Engineer`].id
      const row = { project_id: sites[side].project, account_id: holder, taken_at: soon(-1), seen_at: soon(-1) }
      return world.db.insertInto('desk_hold').values(row).execute()
    },
    isDone: async (side) =>
      (await world.db.selectFrom('desk_hold').select('project_id').where('project_id', '=', sites[side].project).execute())
        .length === 0,
  },
  'projects of others': {
    run: expireJoins,
    prepare: (side) => {
      const { id: company_id, path } = world.companies[side]
      const joiner_id = world.companies[side === 'north' ? 'south' : 'north'].id
      const join = { company_id, path, project_id: sites[side].project, agreed_company_id: company_id, joiner_id }
      return world.db
        .insertInto('project_join')
        .values({ ...join, state: 'agreed', valid_until: soon(-1) })
        .execute()
    },
    isDone: async (side) =>
      (
        await world.db
          .selectFrom('project_join')
          .select('id')
          .where('project_id', '=', sites[side].project)
          .where('state', '=', 'ended')
          .execute()
      ).length > 0,
  },
  'companies that expire': {
    run: notifyOfCompanyExpiries,
    prepare: (side) =>
      world.db
        .updateTable('company')
        .set({ expires_at: soon(5) })
        .where('id', '=', world.companies[side].id)
        .execute(),
    isDone: async (side) =>
      (await world.db.selectFrom('company_notice').select('days').where('company_id', '=', world.companies[side].id).execute())
        .length > 0,
  },
  'certificates that expire': {
    run: notifyOfExpiries,
    prepare: (side) =>
      world.db
        .updateTable('account')
        .set({ certificate_expires: soon(5).toISOString().slice(0, 10) })
        .where('id', '=', world.accounts[`${side}Engineer`].id)
        .execute(),
    isDone: async (side) =>
      (
        await world.db
          .selectFrom('expiry_notice')
          .select('days')
          .where('kind', '=', 'account')
          .where('object_id', '=', world.accounts[`${side}Engineer`].id)
          .execute()
      ).length > 0,
  },
  'orders on hold': {
    run: endOrderHolds,
    prepare: async (side) => {
      const rows = await addOwnedRows(world.db, world.companies[side])
      const id = Number(rows.work_order)
      orders[side] = id
      await world.db
        .updateTable('work_order')
        .set({ status: 'on_hold', held_from: 'processing', hold_until: soon(-1), hold_reason: 'a part' })
        .where('id', '=', id)
        .execute()
    },
    isDone: async (side) =>
      (
        await world.db
          .selectFrom('work_order')
          .select('status')
          .where('id', '=', orders[side] ?? 0)
          .executeTakeFirstOrThrow()
      ).status === 'processing',
  },
}

test.each(Object.entries(cases))('%s', async (_name, { run, prepare, isDone }) => {
  for (const side of ['north', 'south'] as const) await prepare(side)
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [world.companies.north.id])
  const ended = await Promise.race([
    run(world.systemCtx).then(
      () => 'done',
      (error: unknown) => String(error),
    ),
    new Promise((resolve) => setTimeout(resolve, 8_000, 'waits')),
  ])
  expect(ended).toContain('lock timeout')
  expect([await isDone('north'), await isDone('south')]).toEqual([false, true])
  await blocker.query('rollback')
  await run(world.systemCtx)
  expect(await isDone('north')).toBe(true)
})
