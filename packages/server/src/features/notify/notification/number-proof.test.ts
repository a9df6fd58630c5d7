import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { newAlarm, queue, reached } from '../notify-provider/notify-provider.fixture.ts'
import { useProviders } from '../notify-provider/use-providers.fixture.ts'
import { createProjectNotifier } from '../../sites/project-notifier/project-notifier.verbs.ts'
import { pageProjectNotifiers } from '../../sites/project-notifier/project-notifier.reads.ts'
import { addRule, stepOf } from './notification.fixture.ts'
import { previewCall } from './preview.ts'

const t = useProviders()
const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const nothing = { reachedAt: null, missedAt: null, missedFor: null }

let north: Ctx
let projectId: number
beforeAll(async () => {
  north = await t.world.ctxOf(t.world.accounts.northAdmin)
  await addRule(t.world.db, t.world.companies.north, { steps: [stepOf({ channels: ['sms'] })] })
})
beforeEach(async () => {
  await t.world.db.deleteFrom('called_number').execute()
  ;({ projectId } = await newAlarm(t.world))
  await t.world.db.deleteFrom('project_notifier').execute()
})

const add = (name: string, phone: string) =>
  createProjectNotifier(north, {
    projectId,
    name,
    phone,
    role: 'manager',
    methods: ['sms', 'voice'],
    language: 'en',
    enabled: true,
  })
const listed = async () =>
  Object.fromEntries(
    (await pageProjectNotifiers(north, { projectId, pageSize: 80 })).list.map(({ name, number }) => [name, number]),
  )
const drawn = async () => {
  const { lines } = await previewCall(north, { projectId, event: 'alarm', level: 'fire' })
  return Object.fromEntries(lines.map(({ receiver, number, leftOut }) => [receiver.name, { number, leftOut }]))
}

/** A provider that refuses one number, and reports the outcome of accepted messages. */
const setUp = async () => {
  const provider = await t.standIn(({ text }) =>
    text.includes('13800000009') ? { status: 400, body: '{"error":"no such number"}' } : { status: 200, body: '{"ok":true}' },
  )
  const { token } = await t.http(provider.url, {
    receiptStates: 'ARRIVED=delivered,LOST=failed',
    refPath: undefined,
    successPath: 'ok',
  })
  const send = (phone: string, more: object = {}) => queue(t.world, 'sms', { phone, project_id: projectId, ...more })
  const report = (key: string, state: string) => fetch(`${t.publicUrl}/api/callback/httpSms/${token}?key=${key}&state=${state}`)
  return { send, report }
}

test('a number without any delivery says so, and is called all the same', async () => {
  await add('Ann', '13800000001')
  expect(await listed()).toEqual({ Ann: nothing })
  const { send } = await setUp()
  expect(await drawn()).toEqual({ Ann: { number: nothing, leftOut: null } })
  await reached(t.world, await send('13800000001'), 'sent')
  // Acceptance by a provider proves nothing.
  expect(await listed()).toEqual({ Ann: nothing })
})

test('a delivery proves the number, however it is written; a later loss shows when and why', async () => {
  await add('Ann', '13800000001')
  await add('Ben', '13800000002')
  const { send, report } = await setUp()
  const first = await send('+86 138-0000-0001')
  await reached(t.world, first, 'sent')
  await report(first, 'ARRIVED')
  expect(await listed()).toEqual({ Ann: { reachedAt: now, missedAt: null, missedFor: null }, Ben: nothing })
  const second = await send('13800000001')
  await reached(t.world, second, 'sent')
  await report(second, 'LOST')
  expect(await listed()).toEqual({ Ann: { reachedAt: now, missedAt: now, missedFor: 'undelivered' }, Ben: nothing })
  expect(await drawn()).toMatchObject({ Ann: { number: { missedFor: 'undelivered' } }, Ben: { number: nothing } })
  const third = await send('13800000001')
  await reached(t.world, third, 'sent')
  await report(third, 'ARRIVED')
  expect(await listed()).toMatchObject({ Ann: { reachedAt: now, missedAt: null, missedFor: null } })
})

test('a number that a provider rejects was missed; a failing provider says nothing about it', async () => {
  await add('Ann', '13800000009')
  await reached(t.world, await queue(t.world, 'sms', { phone: '13800000009' }), 'failed')
  expect(await listed()).toEqual({ Ann: nothing })
  const { send } = await setUp()
  await reached(t.world, await send('13800000009'), 'failed')
  expect(await listed()).toEqual({ Ann: { reachedAt: null, missedAt: now, missedFor: 'refused' } })
  expect(await drawn()).toMatchObject({ Ann: { number: { missedFor: 'refused' }, leftOut: null } })
})

test('one company’s deliveries tell others nothing', async () => {
  await add('Ann', '13800000001')
  const { send, report } = await setUp()
  const { id: company_id, path } = t.world.companies.south
  const key = await send('13800000001', { company_id, path, project_id: null })
  await reached(t.world, key, 'sent')
  await report(key, 'ARRIVED')
  expect(await t.world.db.selectFrom('called_number').select('company_id').execute()).toEqual([{ company_id }])
  expect(await listed()).toEqual({ Ann: nothing })
})
