import type { endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { scoped } from '../../platform/database/scope.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../testing/context.ts'
import { addOwnedRows } from '../../testing/rows.ts'
import { approveTask } from './approve-task.ts'
import { choicesOfTask } from './choices-of-task.ts'
import { completeTask } from './complete-task.ts'
import { deleteTask } from './delete-task.ts'
import { disableTask } from './disable-task.ts'
import { enableTask } from './enable-task.ts'
import { previewTask } from './preview-task.ts'
import { resumeTask } from './resume-task.ts'
import { retryDevices } from './retry-device.ts'
import { rollBack } from './roll-back.ts'
import { saveTask } from './save-task.ts'
import { skipDevices } from './skip-device.ts'
import { suspendTask } from './suspend-task.ts'
import { terminateTask } from './terminate-task.ts'
import { pageDevices } from './upgrade-device.reads.ts'
import { addEdition, addFirmwareKey, countersOf } from './upgrade.fixture.ts'
import { pageTasks, taskDetail } from './upgrade-task.reads.ts'

type Save = InputOf<typeof endpoints.upgradeTask.save>

let world: TestWorld
let north: Ctx
let south: Ctx
let modelId: number
let edition: number
/** Ids of the devices of each company, by version. */
const devices: Record<'north' | 'south', Record<string, number>> = { north: {}, south: {} }
const places: Record<'north' | 'south', { project: number; customer: number }> = {
  north: { project: 0, customer: 0 },
  south: { project: 0, customer: 0 },
}

/** A device of the model at a place of the company. */
const addDevice = async (owner: 'north' | 'south', code: string, firmware: string | null, more: object = {}): Promise<void> => {
  const company: WorldCompany = world.companies[owner]
  const like = await world.db
    .selectFrom('gateway')
    .select(['id', 'project_id', 'customer_id'])
    .where('project_id', '=', places[owner].project)
    .executeTakeFirstOrThrow()
  const { id } = await world.db
    .insertInto('device')
    .values({
      company_id: company.id,
      path: company.path,
      customer_id: like.customer_id,
      project_id: like.project_id,
      gateway_id: like.id,
      model_id: modelId,
      code,
      name: code,
      firmware,
      bound_at: new Date().toISOString(),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  devices[owner][code] = id
}

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  for (const owner of ['north', 'south'] as const) {
    const rows = await addOwnedRows(world.db, world.companies[owner])
    places[owner] = { project: Number(rows.project), customer: Number(rows.customer) }
  }
  const series = await world.db
    .insertInto('device_series')
    .values({ code: 'UPS', name: 'Series', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await world.db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'UPM', name: 'Smoke detector' })
    .returning('id')
    .executeTakeFirstOrThrow()
  modelId = model.id
  const key = await addFirmwareKey(world.db)
  const release = (version: string, more: object = {}) =>
    addEdition(world.db, world.systemCtx.files, key, { modelId, modelCode: 'UPM', version, bytes: 100, ...more })
  // 1.0.0 reaches 1.2.0 over 1.1.0 only; 0.9.0 reaches nothing.
  await release('1.0.0')
  await release('1.1.0', { initialVersion: '1.0.0' })
  edition = (await release('1.2.0', { initialVersion: '1.1.0' })).id
  await world.db
    .updateTable('firmware_edition')
    .set({ initial_version: '0.9.5' })
    .where('edition_version', '=', '1.0.0')
    .execute()
  for (const owner of ['north', 'south'] as const) {
    await addDevice(owner, `${owner}-old`, '1.0.0')
    await addDevice(owner, `${owner}-mid`, '1.1.0')
    await addDevice(owner, `${owner}-new`, '1.2.0')
    await addDevice(owner, `${owner}-stuck`, '0.9.0')
    await addDevice(owner, `${owner}-unknown`, null)
    await addDevice(owner, `${owner}-off`, '1.1.0', { enabled: false })
    await addDevice(owner, `${owner}-stock`, '1.1.0', { project_id: null, gateway_id: null })
  }
})
afterAll(() => world.stop())

const plan = (more: Partial<Save> = {}): Save => ({
  name: 'Roll-out',
  editionId: edition,
  targetType: 'filter',
  method: 'silent',
  waves: [50, 100],
  successShare: 90,
  failureShare: 10,
  retries: 1,
  retryAfterS: 60,
  ...more,
})
const made = async (more: Partial<Save> = {}, ctx = north): Promise<number> => (await saveTask(ctx, plan(more))).id
const enabled = async (more: Partial<Save> = {}, ctx = north): Promise<number> => {
  const id = await made(more, ctx)
  await enableTask(ctx, { id })
  return id
}
const codesOf = async (taskId: number): Promise<string[]> => {
  const rows = await world.db.selectFrom('upgrade_device').select('code').where('task_id', '=', taskId).orderBy('code').execute()
  return rows.map(({ code }) => code)
}
const auditsOf = async (kind: 'upgrade_task' | 'upgrade_device', id: number): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
/** The same person without some operations. */
const without = (ctx: Ctx, ...codes: string[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, operations: new Set([...ctx.actor.operations].filter((code) => !codes.includes(code))) },
})
/** What the engine would have done with the devices of a task. */
const settle = async (taskId: number, state: 'succeeded' | 'failed', code: string): Promise<number> => {
  const { id } = await world.db
    .updateTable('upgrade_device')
    .set({ state, ...(state === 'failed' ? { failure: 'install' as const } : {}) })
    .where('task_id', '=', taskId)
    .where('code', '=', code)
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('upgrade_task')
    .set((e) => ({ n_waiting: e('n_waiting', '-', 1), [`n_${state}`]: e(`n_${state}`, '+', 1), started_at: new Date() }))
    .where('id', '=', taskId)
    .execute()
  return id
}

const reached = ['north-mid', 'north-old', 'north-stuck', 'north-unknown']

test('a preview says who is meant, by version and with the way there; freezing takes the same ones', async () => {
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
  expect(await codesOf(id)).toEqual(reached)
  const task = await taskDetail(north, { id })
  expect(task).toMatchObject({ state: 'enabled', approval: 'none', total: 4, waiting: 2, skipped: 2 })
  expect(task.progress.map(({ share, total }) => ({ share, total }))).toEqual([
    { share: 50, total: 2 },
    { share: 100, total: 2 },
  ])
  const { counters, devices: found } = await countersOf(world.db, id)
  expect(counters).toEqual(found)
  const { list } = await pageDevices(north, { taskId: id, failure: 'noRoute' })
  expect(list.map(({ code, state }) => [code, state]).toSorted()).toEqual([
    ['north-stuck', 'skipped'],
    ['north-unknown', 'skipped'],
  ])
  expect(await auditsOf('upgrade_task', id)).toEqual(['upgradeTask.create', 'upgradeTask.switchOn'])
})

test.each<[string, () => Partial<Save>]>([
  ['company', () => ({ targetType: 'company', companyIds: [world.companies.south.id] })],
  ['project', () => ({ targetType: 'project', projectIds: [places.south.project] })],
  ['list', () => ({ targetType: 'list', deviceIds: Object.values(devices.south) })],
  ['filter', () => ({ targetType: 'filter', filter: { customerId: places.south.customer } })],
])('no task reaches devices of another company by %s', async (_kind, more) => {
  // As if the ids had been let in: the check of the ids themselves is generated for every call.
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
  expect(await codesOf(id)).toEqual([])
  // Nor does the operating company, whoever enables it: the task is the north's.
  await expect(enableTask(await world.ctxOf(world.accounts.siterAdmin), { id })).rejects.toMatchObject({ reason: 'precondition' })
})

test('each company sees its own tasks and devices only', async () => {
  const id = await enabled({}, south)
  expect(await codesOf(id)).toEqual(reached.map((code) => code.replace('north', 'south')))
  await expect(taskDetail(north, { id })).rejects.toMatchObject({ reason: 'notFound' })
  expect((await pageTasks(north, {})).list.map((task) => task.id)).not.toContain(id)
  expect((await pageDevices(north, { taskId: id })).list).toEqual([])
  expect((await pageDevices(north, { deviceId: devices.south['south-old'] ?? 0 })).list).toEqual([])
})

test('a target above the owner reaches no further than the owner', async () => {
  const above = { targetType: 'company' as const, companyIds: [world.companies.siter.id] }
  expect((await previewTask(north, { editionId: edition, ...above })).total).toBe(4)
})

test('whoever sees some projects only upgrades their devices only', async () => {
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

test('a version to start from and a downgrade narrow and widen who is meant', async () => {
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

test('what does not fit is refused at its field', async () => {
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
  expect(answer.options.map(({ value }) => value)).toEqual([devices.north['north-old']])
  expect(answer.unknown).toEqual(['south-old', 'nothing'])
})

test('a task is edited while it is disabled, by its version', async () => {
  const id = await made()
  const { version } = await taskDetail(north, { id })
  await saveTask(north, { ...plan({ name: 'Slowly', waves: [1, 100] }), id, version })
  await expect(saveTask(north, { ...plan(), id, version })).rejects.toMatchObject({ reason: 'staleVersion' })
  expect(await taskDetail(north, { id })).toMatchObject({ name: 'Slowly', waves: [1, 100] })
  await enableTask(north, { id })
  const now = await taskDetail(north, { id })
  await expect(saveTask(north, { ...plan(), id, version: now.version })).rejects.toMatchObject({ reason: 'wrongState' })
  await expect(deleteTask(north, { id })).rejects.toMatchObject({ reason: 'wrongState' })
  await disableTask(north, { id })
  expect(await codesOf(id)).toEqual([])
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'disabled', total: 0, frozenAt: null })
  await deleteTask(north, { id })
  await expect(taskDetail(north, { id })).rejects.toMatchObject({ reason: 'notFound' })
  expect(await auditsOf('upgrade_task', id)).toEqual([
    'upgradeTask.create',
    'upgradeTask.update',
    'upgradeTask.switchOn',
    'upgradeTask.switchOff',
    'upgradeTask.del',
  ])
})

test('where the role asks for it a second person approves, also behind a sign-in as somebody else', async () => {
  const id = await made()
  const asker = without(north, 'upgradeTask:direct')
  await enableTask(asker, { id })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', approval: 'waiting', total: 4 })
  await expect(approveTask(north, { id, agree: true })).rejects.toMatchObject({ reason: 'precondition' })
  const agent = await world.ctxOf(world.accounts.siterAdmin)
  // The same person who asked, signed in as somebody else.
  const disguised: Ctx = { ...agent, actor: { ...agent.actor, issuer: { accountId: north.actor.accountId ?? 0, name: 'N' } } }
  await expect(approveTask(disguised, { id, agree: true })).rejects.toMatchObject({ reason: 'precondition' })
  await expect(suspendTask(north, { id, reason: 'x' })).rejects.toMatchObject({ reason: 'precondition' })
  await expect(approveTask(agent, { id, agree: false })).rejects.toMatchObject({ reason: 'reasonRequired' })
  await approveTask(agent, { id, agree: false, note: 'Not on a Friday' })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'disabled', approval: 'rejected', total: 0 })
  await enableTask(asker, { id })
  await approveTask(agent, { id, agree: true })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', approval: 'approved', decidedBy: agent.actor.name })
  expect(await auditsOf('upgrade_task', id)).toEqual([
    'upgradeTask.create',
    'upgradeTask.switchOn',
    'upgradeTask.reject',
    'upgradeTask.switchOn',
    'upgradeTask.approve',
  ])
})

test('a task is suspended, resumed with other limits, and completed; what waits is skipped', async () => {
  const id = await enabled()
  await suspendTask(north, { id, reason: 'Look at it first' })
  await expect(completeTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await resumeTask(north, { id, failureShare: 20 })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', failureShare: 20, successShare: 90, stoppedBy: null })
  await settle(id, 'succeeded', 'north-mid')
  await expect(disableTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await completeTask(north, { id })
  const { task, counters, devices: found } = await countersOf(world.db, id)
  expect(task).toMatchObject({ state: 'completed', n_succeeded: 1, n_skipped: 3, n_waiting: 0 })
  expect(counters).toEqual(found)
  expect(await auditsOf('upgrade_task', id)).toEqual([
    'upgradeTask.create',
    'upgradeTask.switchOn',
    'upgradeTask.suspend',
    'upgradeTask.goOn',
    'upgradeTask.complete',
  ])
})

test('a task is terminated', async () => {
  const id = await enabled()
  await terminateTask(north, { id, reason: 'Wrong firmware' })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'terminated', waiting: 0, skipped: 4 })
  expect((await auditsOf('upgrade_task', id)).at(-1)).toBe('upgradeTask.terminate')
})

test('devices are retried and skipped by a person; those in another state are left', async () => {
  const id = await enabled()
  const failed = await settle(id, 'failed', 'north-mid')
  const { list } = await pageDevices(north, { taskId: id })
  const idOf = (code: string) => list.find((device) => device.code === code)?.id ?? 0
  expect(await retryDevices(north, { ids: [failed, idOf('north-old')] })).toEqual({ done: 1, left: 1 })
  expect(await skipDevices(north, { ids: [failed] })).toEqual({ done: 1, left: 0 })
  await expect(skipDevices(north, { ids: [failed] })).rejects.toMatchObject({ reason: 'precondition' })
  const { counters, devices: found } = await countersOf(world.db, id)
  expect(counters).toEqual(found)
  expect(await auditsOf('upgrade_device', failed)).toEqual(['upgradeDevice.tryAgain', 'upgradeDevice.leave'])
  await terminateTask(north, { id, reason: 'Over' })
  await expect(retryDevices(north, { ids: [failed] })).rejects.toMatchObject({ reason: 'precondition' })
})

test('a device is rolled back by a task of its own, which is disabled', async () => {
  const id = await enabled()
  const old = await settle(id, 'succeeded', 'north-mid')
  const device = devices.north['north-mid'] ?? 0
  await world.db.updateTable('device').set({ firmware: '1.2.0' }).where('id', '=', device).execute()
  // 1.1.0 goes over 1.0.0 and newer ones, so it goes over 1.2.0 as well.
  const { id: back } = await rollBack(north, { id: old })
  expect(await taskDetail(north, { id: back })).toMatchObject({
    state: 'disabled',
    toVersion: '1.1.0',
    allowDowngrade: true,
    targetType: 'list',
    targets: [{ value: device }],
  })
  expect(await auditsOf('upgrade_device', old)).toEqual(['upgradeDevice.rollBack'])
  expect(await auditsOf('upgrade_task', back)).toEqual(['upgradeTask.create'])
  const { list } = await pageDevices(north, { taskId: id, keyword: 'north-old' })
  await expect(rollBack(north, { id: list[0]?.id ?? 0 })).rejects.toMatchObject({ reason: 'precondition' })
})

test('a withdrawn edition is enabled no more', async () => {
  const id = await made()
  await world.db.updateTable('firmware_edition').set({ state: 'withdrawn' }).where('id', '=', edition).execute()
  await expect(enableTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await world.db.updateTable('firmware_edition').set({ state: 'released' }).where('id', '=', edition).execute()
})
