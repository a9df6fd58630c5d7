import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { pageAuditLog } from '../../system/system-log/audit-log.reads.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { closeRecall, createRecall, recordHolderNotified } from './recall.verbs.ts'
import { pageRecalls, recallExport, recallHolders } from './recall.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let siter: Ctx
let own: OwnedRows
let below: OwnedRows
let foreign: OwnedRows
const batch = 'LOT-2026-11'

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  own = await addOwnedRows(world.db, world.companies.north)
  below = await addOwnedRows(world.db, world.companies.northAgent)
  foreign = await addOwnedRows(world.db, world.companies.south)
  const ids = [own, below, foreign].map(({ device }) => Number(device))
  await world.db.updateTable('device').set({ batch }).where('id', 'in', ids).execute()
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof DomainError ? { reason: error.reason, field: error.field } : error),
  )
const actions = async (id: number) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'recall')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

test('a recall finds the devices of its branch, whom to contact, and the progress, until it is closed', async () => {
  const reason = 'the chamber corrodes'
  expect(await refusal(createRecall(north, { batch: 'LOT-0', reason }))).toEqual({ reason: 'notHere', field: 'batch' })
  const { id } = await createRecall(north, { batch: ` ${batch} `, reason })
  expect(await refusal(createRecall(north, { batch, reason }))).toEqual({ reason: 'duplicate', field: 'batch' })
  const note = `RC${String(id).padStart(6, '0')}: ${reason}`
  const steps = await world.db
    .selectFrom('device_trace')
    .select(['device_id', 'path', 'note'])
    .where('step', '=', 'recalled')
    .orderBy('id')
    .execute()
  expect(steps).toEqual([
    { device_id: own.device, path: world.companies.north.path, note },
    { device_id: below.device, path: world.companies.northAgent.path, note },
  ])
  expect((await pageRecalls(north, { state: 'open', keyword: batch })).list).toMatchObject([
    { id, batch, deviceCount: 2, inUseCount: 2, modelName: null },
  ])
  // A sibling's recall is not visible, and its devices are not counted.
  expect((await pageRecalls(south, { keyword: batch })).total).toBe(0)

  const { holders } = await recallHolders(north, { id })
  expect(holders.map(({ companyId, customerId, inUseCount, toldAt }) => ({ companyId, customerId, inUseCount, toldAt }))).toEqual(
    [
      { companyId: world.companies.north.id, customerId: own.customer, inUseCount: 1, toldAt: null },
      { companyId: world.companies.northAgent.id, customerId: below.customer, inUseCount: 1, toldAt: null },
    ],
  )
  const holder = { companyId: world.companies.northAgent.id, customerId: Number(below.customer) }
  await recordHolderNotified(north, { id, ...holder, note: 'by phone' })
  await recordHolderNotified(north, { id, ...holder, note: 'by letter' })
  const stranger = { companyId: world.companies.south.id, customerId: Number(foreign.customer) }
  expect(await refusal(recordHolderNotified(north, { id, ...stranger, note: 'x' }))).toMatchObject({
    reason: 'notHere',
    field: 'customerId',
  })
  await world.db.updateTable('device').set({ project_id: null }).where('id', '=', Number(below.device)).execute()
  const after = (await recallHolders(north, { id })).holders.find(({ companyId }) => companyId === holder.companyId)
  expect(after).toMatchObject({ inUseCount: 0, deviceCount: 1, toldBy: 'North Admin', note: 'by letter' })

  const [row] = (await recallExport.page(north, { keyword: batch })).list
  expect(row).toMatchObject({ code: `RC${String(id).padStart(6, '0')}`, inUseCount: 1, deviceCount: 2 })
  expect(await refusal(closeRecall(north, { id, version: 9, note: 'x' }))).toMatchObject({ reason: 'staleVersion' })
  await closeRecall(north, { id, version: 1, note: 'all exchanged' })
  expect((await pageRecalls(north, { keyword: batch })).list).toMatchObject([{ state: 'closed', closeNote: 'all exchanged' }])
  expect(await refusal(closeRecall(north, { id, version: 2, note: 'x' }))).toMatchObject({ reason: 'wrongState' })
  expect(await refusal(recordHolderNotified(north, { id, ...holder, note: 'x' }))).toMatchObject({ reason: 'wrongState' })
  expect(await actions(id)).toEqual(['recall.create', 'recall.told', 'recall.told', 'recall.complete'])
  // The same batch can be recalled again.
  await createRecall(north, { batch, reason })
})

test('the log says how many devices there were, and names none that happens to have this number', async () => {
  const { id: elsewhere, ...row } = await world.db
    .selectFrom('device')
    .selectAll()
    .where('id', '=', Number(foreign.device))
    .executeTakeFirstOrThrow()
  const of = { company_id: world.companies.north.id, path: world.companies.north.path, project_id: null, gateway_id: null }
  const devices = Array.from({ length: elsewhere }, (_, at) => ({ ...row, ...of, batch: 'as-many', code: `MANY-${at}` }))
  await world.db
    .insertInto('device')
    .values(devices as never)
    .execute()
  const { id } = await createRecall(north, { batch: 'as-many', reason: 'a guess' })
  const { list } = await pageAuditLog(north, { action: 'recall.create', objectId: String(id) })
  expect(list.map(({ changes }) => changes)).toMatchObject([{ deviceCount: [null, elsewhere] }])
  expect(JSON.stringify(list)).not.toContain(row.code)
})

test('whoever has joined a project learns nothing of whose it is from a recall of their own', async () => {
  const { id } = await createRecall(south, { batch, reason: 'ours' })
  const { holders } = await recallHolders(south, { id })
  if (south.scope.kind !== 'company') throw new Error('no company')
  const scope = { ...south.scope, joined: [{ id: Number(own.project), rights: [] }] }
  const joiner = { ...south, scope, db: scoped(world.db, scope) }
  expect(await joiner.db.selectFrom('device').select('id').where('id', '=', Number(own.device)).execute()).toHaveLength(1)
  expect((await recallHolders(joiner, { id })).holders).toEqual(holders)
})

test('an account that sees chosen projects counts the devices of these projects', async () => {
  const { id } = await createRecall(siter, { batch, reason: 'all of it' })
  const countOf = async (ctx: Ctx) => (await pageRecalls(ctx, {})).list.find((row) => row.id === id)
  const all = await world.db.selectFrom('device').select('id').where('batch', '=', batch).execute()
  expect(await countOf(siter)).toMatchObject({ deviceCount: all.length })
  const { accountId } = siter.actor
  await world.db
    .insertInto('account_project')
    .values({ account_id: accountId ?? 0, project_id: Number(own.project) })
    .execute()
  if (siter.scope.kind !== 'company') throw new Error('no company')
  const scope = { ...siter.scope, only: 'projects' as const }
  expect(await countOf({ ...siter, scope, db: scoped(world.db, scope) })).toMatchObject({ deviceCount: 1, inUseCount: 1 })
})

test('a model narrows a recall', async () => {
  const model = (
    await world.db.selectFrom('device').select('model_id').where('id', '=', Number(below.device)).executeTakeFirstOrThrow()
  ).model_id
  const { id } = await createRecall(north, { batch, modelId: model, reason: 'one model only' })
  expect((await recallHolders(north, { id })).holders.map(({ companyId }) => companyId)).toEqual([world.companies.northAgent.id])
})
