import type { endpoints, InputOf } from '@emberwatch/contract'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { choicesOfTask, previewTask } from './upgrade-choices.reads.ts'
import { enableTask } from './upgrade-task-start.verbs.ts'
import { saveTask } from './upgrade-task.verbs.ts'
import { pageDevices } from './upgrade-device.reads.ts'
import { countersOf } from './upgrade.fixture.ts'
import { pageTasks, taskDetail } from './upgrade-task.reads.ts'
import { auditsOf, codesOf, upgradeWorld, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

type Save = InputOf<typeof endpoints.upgradeTask.save>

let here: UpgradeWorld
let world: TestWorld
let north: Ctx
let south: Ctx
let edition: number
let modelId: number
let devices: UpgradeWorld['devices']
let places: UpgradeWorld['places']

beforeAll(async () => {
  here = await upgradeWorld()
  ;({ world, north, south, edition, modelId, devices, places } = here)
})
afterAll(() => world.stop())

const made: UpgradeWorld['made'] = (...args) => here.made(...args)
const enabled: UpgradeWorld['enabled'] = (...args) => here.enabled(...args)
const plan: UpgradeWorld['plan'] = (...args) => here.plan(...args)

const southern = (): number[] => Object.entries(devices).flatMap(([code, id]) => (code.startsWith('south') ? [id] : []))
const reached = ['north-mid', 'north-old', 'north-stuck', 'north-unknown']

test('a preview shows the targets by version and with the route; freezing takes the same ones', async () => {
  const input = { editionId: edition, targetType: 'filter' as const }
  expect(await previewTask(north, input)).toEqual({
    total: 4,
    onVersion: 1,
    withoutRoute: 2,
    unknownVersion: 1,
    byVersion: [
      { version: '1.2.0', hardware: null, count: 1, route: [] },
      { version: '1.1.0', hardware: null, count: 1, route: ['1.2.0'] },
      { version: '1.0.0', hardware: null, count: 1, route: ['1.1.0', '1.2.0'] },
      { version: '0.9.0', hardware: null, count: 1, route: null },
      { version: null, hardware: null, count: 1, route: null },
    ],
  })
  const id = await enabled()
  expect(await codesOf(world, id)).toEqual(reached)
  const task = await taskDetail(north, { id })
  expect(task).toMatchObject({ state: 'enabled', approval: 'none', total: 4, waiting: 2, skipped: 2 })
  expect(task.progress.map(({ share, total }) => ({ share, total }))).toEqual([
    { share: 50, total: 2 },
    { share: 100, total: 2 },
  ])
  const { counters, devices: found } = await countersOf(world.db, id)
  expect(counters).toEqual(found)
  const { list } = await pageDevices(north, { taskId: id, failure: 'noRoute' })
  expect(Object.fromEntries(list.map(({ code, state }) => [code, state]))).toEqual({
    'north-stuck': 'skipped',
    'north-unknown': 'skipped',
  })
  expect(await auditsOf(world, 'upgrade_task', id)).toEqual(['upgradeTask.create', 'upgradeTask.switchOn'])
})

test.each<[string, () => Partial<Save>]>([
  ['company', () => ({ targetType: 'company', companyIds: [world.companies.south.id] })],
  ['project', () => ({ targetType: 'project', projectIds: [places.south.project] })],
  ['list', () => ({ targetType: 'list', deviceIds: southern() })],
  ['filter', () => ({ targetType: 'filter', filter: { customerId: places.south.customer } })],
])('no task reaches devices of another company by %s', async (_kind, more) => {
  // Bypasses the check of the ids, which is generated for every call.
  const target = more()
  const preview = await previewTask(north, { editionId: edition, targetType: 'filter', ...target })
  expect(preview.total + preview.onVersion).toBe(0)
  const id = await made()
  const { targetType = 'filter', companyIds, projectIds, deviceIds, filter } = target
  const stored = { companyIds, projectIds, deviceIds, filter } as Record<string, unknown>
  await world.db
    .updateTable('upgrade_task')
    .set({ target_type: targetType, target: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  await expect(enableTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  expect(await codesOf(world, id)).toEqual([])
  // Whoever enables it, it does not reach the operating company: the task is north's.
  await expect(enableTask(await world.ctxOf(world.accounts.siterAdmin), { id })).rejects.toMatchObject({ reason: 'precondition' })
})

test('each company sees its own tasks and devices only', async () => {
  const id = await enabled({}, south)
  expect(await codesOf(world, id)).toEqual(reached.map((code) => code.replace('north', 'south')))
  await expect(taskDetail(north, { id })).rejects.toMatchObject({ reason: 'notFound' })
  expect((await pageTasks(north, {})).list.map((task) => task.id)).not.toContain(id)
  expect((await pageDevices(north, { taskId: id })).list).toEqual([])
  expect((await pageDevices(north, { deviceId: devices['south-old'] ?? 0 })).list).toEqual([])
})

test('a target above the owner reaches no further than the owner', async () => {
  const above = { targetType: 'company' as const, companyIds: [world.companies.siter.id] }
  expect((await previewTask(north, { editionId: edition, ...above })).total).toBe(4)
})

test('somebody who sees only some projects upgrades only their devices', async () => {
  const narrow: Ctx = await world.ctxOf(world.accounts.northEngineer)
  const scope = {
    kind: 'company',
    companyId: world.companies.north.id,
    depth: 2,
    accountId: narrow.actor.accountId ?? 0,
    only: 'projects',
  } as const
  const ctx: Ctx = { ...north, actor: { ...north.actor, accountId: scope.accountId }, scope, db: scoped(world.db, scope) }
  expect((await previewTask(ctx, { editionId: edition, targetType: 'filter' })).total).toBe(0)
  const id = await made({}, ctx)
  await expect(enableTask(ctx, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await world.db.insertInto('account_project').values({ account_id: scope.accountId, project_id: places.north.project }).execute()
  expect((await previewTask(ctx, { editionId: edition, targetType: 'filter' })).total).toBe(4)
})

test('a start version and a downgrade narrow and widen the targets', async () => {
  const preview = (more: object) => previewTask(north, { editionId: edition, targetType: 'filter', ...more })
  expect(await preview({ initialVersion: '1.1.000' })).toMatchObject({ total: 1, onVersion: 0 })
  const { id: oldest } = await world.db
    .selectFrom('firmware_edition')
    .select('id')
    .where('edition_version', '=', '1.0.0')
    .where('model_id', '=', modelId)
    .executeTakeFirstOrThrow()
  expect(await preview({ editionId: oldest })).toMatchObject({ total: 4, withoutRoute: 4 })
  expect(await preview({ editionId: oldest, allowDowngrade: true })).toMatchObject({ total: 4, withoutRoute: 2 })
})

test('invalid input is refused at its field', async () => {
  const refused = async (more: Partial<Save>, field: string) =>
    expect(saveTask(north, plan(more))).rejects.toMatchObject({ field })
  await refused({ waves: [50] }, 'waves')
  await refused({ windowFrom: 60 }, 'windowTo')
  await refused({ targetType: 'project', projectIds: [] }, 'projectIds')
  await refused({ targetType: 'list', deviceIds: [] }, 'deviceIds')
  await refused({ startsAt: '2020-01-01T00:00:00.000Z' }, 'startsAt')
  await refused({ initialVersion: '1.2.0' }, 'initialVersion')
  await refused({ initialVersion: '1.3.0' }, 'allowDowngrade')
  const other = await world.db
    .selectFrom('device')
    .select('id')
    .where('model_id', '<>', modelId)
    .where('path', '=', world.companies.north.path)
    .executeTakeFirstOrThrow()
  await refused({ targetType: 'list', deviceIds: [other.id] }, 'deviceIds')
})

test('pasted codes name devices of the model that the caller sees', async () => {
  const answer = await choicesOfTask(north, {
    targetType: 'list',
    editionId: edition,
    codes: ['north-old', 'south-old', 'nothing'],
  })
  expect(answer.options.map(({ value }) => value)).toEqual([devices['north-old']])
  expect(answer.unknown).toEqual(['south-old', 'nothing'])
})

test('nothing starts while a file that a device may get is lost or damaged', async () => {
  const id = await made()
  const { file_id: fileId } = await world.db
    .selectFrom('firmware_edition')
    .select('file_id')
    .where('model_id', '=', modelId)
    .where('edition_version', '=', '1.1.0')
    .executeTakeFirstOrThrow()
  const path = north.files.pathOf(fileId)
  const bytes = readFileSync(path)
  const refused = { reason: 'precondition', params: { reason: expect.stringContaining('“Firmware 1.1.0” (1.1.0)') } }
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]))
  await expect(enableTask(north, { id })).rejects.toMatchObject(refused)
  rmSync(path)
  await expect(enableTask(north, { id })).rejects.toMatchObject(refused)
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'disabled', total: 0 })
  writeFileSync(path, bytes)
  await enableTask(north, { id })
  // Enabling a task that is already enabled does not read the files again.
  rmSync(path)
  await expect(enableTask(north, { id })).rejects.toMatchObject({ reason: 'wrongState' })
  writeFileSync(path, bytes)
  expect(await auditsOf(world, 'upgrade_task', id)).toEqual(['upgradeTask.create', 'upgradeTask.switchOn'])
})
