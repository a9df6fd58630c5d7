import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { addSite } from '../alarm/alarm.fixture.ts'
import { readFile } from '../file/file.reads.ts'
import { runHandOver } from './run-hand-over.ts'
import { handOverProject } from './start-hand-over.ts'
import { agreeApplication } from '../project/agree-application.ts'
import { unbindDevices } from '../device/unbind-devices.ts'
import { assignDevices } from '../device/assign-devices.ts'
import { deviceValueHistory, deviceValues } from '../device/device-values.reads.ts'
import { pageOnline } from '../device/device-online.reads.ts'
import { alarmsOfDevice } from '../device/device-detail.reads.ts'
import { randomBytes } from 'node:crypto'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

test('own application through another account', async () => {
  const rows = await world.db.selectFrom('project_type').select('id').limit(1).executeTakeFirst()
  const site = await addSite(world.db, world.companies.siter)
  const other = await world.ctxOf(world.accounts.siterEngineer)
  await world.db.updateTable('project').set({ audit: 'pending', applied_by: siter.actor.accountId, applicant_path: world.companies.siter.path } as never).where('id', '=', site.project).execute()
  const asOther: Ctx = { ...other, actor: { ...other.actor, operations: siter.actor.operations, issuer: { accountId: siter.actor.accountId } as never } }
  console.log('type', rows, 'agree as other:', await agreeApplication(asOther, { id: site.project }).then(() => 'AGREED', (e: Error & { reason?: string }) => e.reason ?? e.message))
})

test('what a device measured elsewhere', async () => {
  const site = await addSite(world.db, world.companies.north)
  const south = await world.ctxOf(world.accounts.southAdmin)
  const long = new Date(Date.now() - 3_600_000)
  await world.db.insertInto('device_value').values({ device_id: site.device, at: long, values: JSON.stringify({ temperature: 21 }) } as never).execute()
  await world.db.insertInto('device_online').values({ device_id: site.device, at: long, online: true } as never).execute()
  await world.db.updateTable('device').set({ last_values: JSON.stringify({ temperature: 21 }) } as never).where('id', '=', site.device).execute()
  const version = async () => (await world.db.selectFrom('device').select('version').where('id', '=', site.device).executeTakeFirstOrThrow()).version
  void version
  await unbindDevices(siter, { ids: [site.device], reason: 'x' })
  await assignDevices(siter, { ids: [site.device], companyId: world.companies.south.id })
  const span = { startTime: new Date(Date.now() - 86_400_000).toISOString(), endTime: new Date().toISOString() }
  console.log('values', await deviceValues(south, { id: site.device }), await deviceValueHistory(south, { id: site.device, name: 'temperature', ...span }))
  console.log('online', await pageOnline(south, { id: site.device }))
  console.log('gateway line', await alarmsOfDevice(south, { id: site.device }))
})

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
  await world.db.insertInto('project_notifier').values({ project_id: site.project, seq: 77, name: 'Old', phone: '13800000000', role: 'owner', methods: ['app'], language: 'zh', account_id: world.accounts.northEngineer.id } as never).execute()
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
