import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import type { TestWorld } from '../../../testing/context.ts'
import { approveTask, enableTask } from './upgrade-task-start.verbs.ts'
import { completeTask, disableTask, resumeTask, suspendTask, terminateTask } from './upgrade-task-control.verbs.ts'
import { removeTask, rollBack, saveTask } from './upgrade-task.verbs.ts'
import { retryDevices, skipDevices } from './upgrade-device.verbs.ts'
import { pageDevices } from './upgrade-device.reads.ts'
import { countersOf } from './upgrade.fixture.ts'
import { taskDetail } from './upgrade-task.reads.ts'
import { auditsOf, codesOf, settle, upgradeWorld, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

let here: UpgradeWorld
let world: TestWorld
let north: Ctx
let edition: number
let devices: UpgradeWorld['devices']

beforeAll(async () => {
  here = await upgradeWorld()
  ;({ world, north, edition, devices } = here)
})
afterAll(() => world.stop())

const made: UpgradeWorld['made'] = (...args) => here.made(...args)
const enabled: UpgradeWorld['enabled'] = (...args) => here.enabled(...args)
const plan: UpgradeWorld['plan'] = (...args) => here.plan(...args)

/** The same person without some operations. */
const without = (ctx: Ctx, ...codes: string[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, operations: new Set([...ctx.actor.operations].filter((code) => !codes.includes(code))) },
})
test('a task is edited while disabled, by version', async () => {
  const id = await made()
  const { version } = await taskDetail(north, { id })
  await saveTask(north, { ...plan({ name: 'Slowly', waves: [1, 100] }), id, version })
  await expect(saveTask(north, { ...plan(), id, version })).rejects.toMatchObject({ reason: 'staleVersion' })
  expect(await taskDetail(north, { id })).toMatchObject({ name: 'Slowly', waves: [1, 100] })
  await enableTask(north, { id })
  const now = await taskDetail(north, { id })
  await expect(saveTask(north, { ...plan(), id, version: now.version })).rejects.toMatchObject({ reason: 'wrongState' })
  await expect(removeTask(north, { id })).rejects.toMatchObject({ reason: 'wrongState' })
  await disableTask(north, { id })
  expect(await codesOf(world, id)).toEqual([])
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'disabled', total: 0, frozenAt: null })
  await removeTask(north, { id })
  await expect(taskDetail(north, { id })).rejects.toMatchObject({ reason: 'notFound' })
  expect(await auditsOf(world, 'upgrade_task', id)).toEqual([
    'upgradeTask.create',
    'upgradeTask.update',
    'upgradeTask.switchOn',
    'upgradeTask.switchOff',
    'upgradeTask.del',
  ])
})

test('if the role requires it a second person approves, also in case of a sign-in as somebody else', async () => {
  const id = await made()
  const asker = without(north, 'upgradeTask:direct')
  await enableTask(asker, { id })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', approval: 'waiting', total: 4 })
  await expect(approveTask(north, { id, agree: true })).rejects.toMatchObject({ reason: 'precondition' })
  const agent = await world.ctxOf(world.accounts.siterAdmin)
  // The requester, signed in as somebody else.
  const disguised: Ctx = { ...agent, actor: { ...agent.actor, issuer: { accountId: north.actor.accountId ?? 0, name: 'N' } } }
  await expect(approveTask(disguised, { id, agree: true })).rejects.toMatchObject({ reason: 'precondition' })
  await expect(suspendTask(north, { id, reason: 'x' })).rejects.toMatchObject({ reason: 'precondition' })
  await expect(approveTask(agent, { id, agree: false })).rejects.toMatchObject({ reason: 'reasonRequired' })
  await approveTask(agent, { id, agree: false, note: 'Not on a Friday' })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'disabled', approval: 'rejected', total: 0 })
  await enableTask(asker, { id })
  await approveTask(agent, { id, agree: true })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', approval: 'approved', decidedBy: agent.actor.name })
  expect(await auditsOf(world, 'upgrade_task', id)).toEqual([
    'upgradeTask.create',
    'upgradeTask.switchOn',
    'upgradeTask.reject',
    'upgradeTask.switchOn',
    'upgradeTask.approve',
  ])
  // What was approved cannot be loosened afterwards by the person who needed the approval.
  await suspendTask(asker, { id, reason: 'Look at it first' })
  const precondition = { reason: 'precondition' }
  await expect(resumeTask(asker, { id, failureShare: 100 })).rejects.toMatchObject({ ...precondition, field: 'failureShare' })
  await expect(resumeTask(asker, { id, successShare: 1 })).rejects.toMatchObject({ ...precondition, field: 'successShare' })
  await resumeTask(asker, { id, failureShare: 1 })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', failureShare: 1 })
})

test('a task is suspended, resumed with other limits, and completed; waiting devices are skipped', async () => {
  const id = await enabled()
  await suspendTask(north, { id, reason: 'Look at it first' })
  await expect(completeTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await resumeTask(north, { id, failureShare: 20 })
  expect(await taskDetail(north, { id })).toMatchObject({ state: 'enabled', failureShare: 20, successShare: 90, stoppedBy: null })
  await settle(world, id, 'succeeded', 'north-mid')
  await expect(disableTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await completeTask(north, { id })
  const { task, counters, devices: found } = await countersOf(world.db, id)
  expect(task).toMatchObject({ state: 'completed', n_succeeded: 1, n_skipped: 3, n_waiting: 0 })
  expect(counters).toEqual(found)
  expect(await auditsOf(world, 'upgrade_task', id)).toEqual([
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
  expect((await auditsOf(world, 'upgrade_task', id)).at(-1)).toBe('upgradeTask.terminate')
})

test('a person retries and skips devices; those in another state are left alone', async () => {
  const id = await enabled()
  const failed = await settle(world, id, 'failed', 'north-mid')
  const { list } = await pageDevices(north, { taskId: id })
  const idOf = (code: string) => list.find((device) => device.code === code)?.id ?? 0
  expect(await retryDevices(north, { ids: [failed, idOf('north-old')] })).toEqual({ done: 1, left: 1 })
  expect(await skipDevices(north, { ids: [failed] })).toEqual({ done: 1, left: 0 })
  await expect(skipDevices(north, { ids: [failed] })).rejects.toMatchObject({ reason: 'precondition' })
  const { counters, devices: found } = await countersOf(world.db, id)
  expect(counters).toEqual(found)
  expect(await auditsOf(world, 'upgrade_device', failed)).toEqual(['upgradeDevice.tryAgain', 'upgradeDevice.leave'])
  await terminateTask(north, { id, reason: 'Over' })
  await expect(retryDevices(north, { ids: [failed] })).rejects.toMatchObject({ reason: 'precondition' })
})

test('a device is rolled back by a separate task, which is disabled at first', async () => {
  const id = await enabled()
  const old = await settle(world, id, 'succeeded', 'north-mid')
  const device = devices['north-mid'] ?? 0
  await world.db.updateTable('device').set({ firmware: '1.2.0' }).where('id', '=', device).execute()
  // 1.1.0 can be installed over 1.0.0 and newer versions, so also over 1.2.0.
  const { id: back } = await rollBack(north, { id: old })
  expect(await taskDetail(north, { id: back })).toMatchObject({
    state: 'disabled',
    toVersion: '1.1.0',
    allowDowngrade: true,
    targetType: 'list',
    targets: [{ value: device }],
  })
  expect(await auditsOf(world, 'upgrade_device', old)).toEqual(['upgradeDevice.rollBack'])
  expect(await auditsOf(world, 'upgrade_task', back)).toEqual(['upgradeTask.create'])
  const { list } = await pageDevices(north, { taskId: id, keyword: 'north-old' })
  await expect(rollBack(north, { id: list[0]?.id ?? 0 })).rejects.toMatchObject({ reason: 'precondition' })
})

test('a task with a withdrawn edition cannot be enabled', async () => {
  const id = await made()
  await world.db.updateTable('firmware_edition').set({ state: 'withdrawn' }).where('id', '=', edition).execute()
  await expect(enableTask(north, { id })).rejects.toMatchObject({ reason: 'precondition' })
  await world.db.updateTable('firmware_edition').set({ state: 'released' }).where('id', '=', edition).execute()
})
