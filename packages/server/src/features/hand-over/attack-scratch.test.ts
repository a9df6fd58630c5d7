import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { addSite } from '../alarm/alarm.fixture.ts'
import { readFile } from '../file/file.reads.ts'
import { runHandOver } from './run-hand-over.ts'
import { handOverProject } from './start-hand-over.ts'
import { randomBytes } from 'node:crypto'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

test('what remains after a hand-over', async () => {
  const north = await world.ctxOf(world.accounts.northAdmin)
  const south = await world.ctxOf(world.accounts.southAdmin)
  const { north: from, south: to } = world.companies
  const site = await addSite(world.db, from)
  const file = async () => {
    const id = randomBytes(16).toString('hex')
    await world.db.insertInto('file').values({ id, company_id: from.id, path: from.path, customer_id: site.customer, name: 'x.png', mime: 'image/png', size: 1, sha256: '-', purpose: 'photo' }).execute()
    return id
  }
  const [plan, photo] = [await file(), await file()]
  await world.db.insertInto('floor_plan').values({ project_id: site.project, building: 'A', floor: '1', image: plan } as never).execute()
  await world.db.updateTable('work_order').set({ photos: [photo] } as never).where('id', '=', site.order).execute()
  await world.db.insertInto('project_admin').values({ project_id: site.project, account_id: world.accounts.northEngineer.id }).execute()
  await world.db.insertInto('project_notifier').values({ project_id: site.project, seq: 1, name: 'Old', phone: '13800000000', role: 'owner', methods: ['app'], language: 'zh', account_id: world.accounts.northEngineer.id } as never).execute()
  const { name } = await world.db.selectFrom('project').select('name').where('id', '=', site.project).executeTakeFirstOrThrow()
  const { id } = await handOverProject(siter, { projectId: site.project, companyId: to.id, name, reason: 'x' })
  await runHandOver(world.systemCtx, id)
  await runHandOver(world.systemCtx, id)
  const can = async (ctx: Ctx, f: string) => readFile(ctx, { id: f }).then((r) => { r.stream.on?.('error', () => undefined); return 'reads' }, (e: Error & { reason?: string }) => e.reason ?? e.message)
  console.log('plan: north', await can(north, plan), 'south', await can(south, plan))
  console.log('photo: north', await can(north, photo), 'south', await can(south, photo))
  console.log('files', await world.db.selectFrom('file').select(['id', 'path', 'customer_id']).where('id', 'in', [plan, photo]).execute(), site.customer)
  console.log('admins', await world.db.selectFrom('project_admin').selectAll().where('project_id', '=', site.project).execute(), world.accounts.northEngineer.id)
  console.log('notifiers', await world.db.selectFrom('project_notifier').selectAll().where('project_id', '=', site.project).execute())
  console.log((await sql`select path, state, error from hand_over where id = ${id}`.execute(world.db)).rows)
  expect(1).toBe(1)
})
