import { DomainError, type EnumValue } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myMessages } from '../../base/message/message.reads.ts'
import { updateSettings } from '../../base/settings/update-settings.ts'
import { assignOrder, assignOrders } from './order-assignment.verbs.ts'
import { contactPhone } from './order-app.verbs.ts'
import { createOrder, rescheduleOrder } from './order.verbs.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { selectEngineers } from './order-common.reads.ts'
import { assignList, orderDetail, verifyList } from './order.reads.ts'

/** Rescheduling an order that is being worked on, required certificates, and whom an engineer may call. */

let world: OrderWorld
let engineerId: number

const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
const refusal = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DomainError) return error
  throw error ?? new Error('it was not refused')
}
const audits = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id as actor', 'object_id as id', 'changes'])
    .where('action', '=', action as never)
    .orderBy('id')
    .execute()

beforeAll(async () => {
  world = await orderWorld()
  engineerId = world.accounts.northEngineer.id
})
afterAll(() => world.stop())

test('the dates of an order change while somebody works on it: the engineer is notified and the history says why', async () => {
  const id = await world.orderIn('processing')
  const { version } = await world.rowOf(id)
  const [scheduledFrom, dueAt] = [inDays(3), inDays(5)]
  await rescheduleOrder(world.manager, 'repair', { id, version, scheduledFrom, dueAt, note: 'the part is late' })
  const order = await orderDetail(world.manager, 'repair', { id })
  expect(order).toMatchObject({ status: 'processing', scheduledFrom, scheduledTo: null, dueAt, version: version + 1 })
  expect(order.history.at(-1)).toMatchObject({ action: 'reschedule', note: 'the part is late' })
  // Every step is in exactly one of the two histories.
  const [dispatched, audited] = await Promise.all([
    assignList(world.manager, 'repair', { id }),
    verifyList(world.manager, 'repair', { id }),
  ])
  expect(audited).toEqual([])
  expect(dispatched).toEqual(order.history)
  expect(await audits('repairOrder.reschedule')).toMatchObject([
    {
      actor: world.manager.actor.accountId,
      id: String(id),
      changes: { due_at: [null, dueAt], scheduled_from: [null, scheduledFrom] },
    },
  ])
  const [told] = (await myMessages(world.engineer, {})).list
  expect(told).toMatchObject({ type: 'orderRescheduled', content: expect.stringContaining('the part is late') })
  // In turn: somebody else changed it meanwhile; a time in the past; an end before the beginning.
  expect((await refusal(rescheduleOrder(world.manager, 'repair', { id, version, note: 'x' }))).reason).toBe('staleVersion')
  const now = { id, version: version + 1, note: 'x' }
  expect((await refusal(rescheduleOrder(world.manager, 'repair', { ...now, dueAt: inDays(-1) }))).field).toBe('dueAt')
  const wrong = rescheduleOrder(world.manager, 'repair', { ...now, scheduledFrom: inDays(2), scheduledTo: inDays(1) })
  expect((await refusal(wrong)).field).toBe('scheduledTo')
  expect((await refusal(rescheduleOrder(world.engineer, 'repair', now))).reason).toBe('noAccess')
})

const demand = async (...kinds: EnumValue<'orderKind'>[]): Promise<void> => {
  const row = await world.db.selectFrom('setting').select('value').where('key', '=', 'platform').executeTakeFirst()
  const version = (row?.value as { version: number } | undefined)?.version ?? 0
  await updateSettings(world.siter, { version, certificateKinds: kinds })
  // No process reloads the settings in this world.
  Object.assign(world.manager.config.settings, { certificateKinds: kinds })
}
const certify = (no: string | null, expires: string | null) =>
  world.db.updateTable('account').set({ certificate_no: no, certificate_expires: expires }).where('id', '=', engineerId).execute()
const dayIn = (days: number): string => inDays(days).slice(0, 10)

test('if a kind of order requires a certificate, nobody without one is assigned, and the choice says why', async () => {
  await demand('repair')
  const { project } = world.site
  const offOf = async (kind?: EnumValue<'orderKind'>) =>
    (await selectEngineers(world.manager, { projectId: project, ...(kind === undefined ? {} : { kind }) })).find(
      ({ value }) => value === engineerId,
    )?.off
  const assign = async () => {
    const id = await world.newOrder()
    return assignOrder(world.manager, 'repair', { id, engineerIds: [engineerId], note: 'go' })
  }

  await certify(null, null)
  expect(await offOf('repair')).toMatch(/no certificate/)
  expect((await refusal(assign())).reason).toBe('engineerUncertified')
  await certify('FS-1', dayIn(-2))
  expect(await offOf('repair')).toContain(dayIn(-2))
  expect(await refusal(assign())).toMatchObject({ reason: 'engineerUncertified', field: 'engineerIds' })
  const created = createOrder(world.manager, 'repair', {
    deviceIds: [world.site.device],
    priority: 'normal',
    description: 'x',
    engineerIds: [engineerId],
  })
  expect((await refusal(created)).reason).toBe('engineerUncertified')
  const many = await assignOrders(world.manager, 'repair', {
    ids: [await world.newOrder()],
    engineerIds: [engineerId],
    note: 'x',
  })
  expect(many[0]?.problem).toContain(dayIn(-2))
  // Other kinds do not require it, nor does a call that names no kind.
  expect([await offOf('inspect'), await offOf()]).toEqual([null, null])
  // A certificate without an end, or with a later one, is accepted.
  for (const expires of [dayIn(30), null]) {
    await certify('FS-1', expires)
    expect(await offOf('repair')).toBeNull()
    await assign()
  }
  await demand()
  await certify(null, null)
  await assign()
})

describe('whom an engineer calls', () => {
  const addContact = async (project: number, enabled = true): Promise<number> => {
    const { id } = await world.db
      .insertInto('project_notifier')
      .values({
        project_id: project,
        seq: 40 + Math.floor(Math.random() * 1_000),
        name: 'Keeper',
        phone: '13912345678',
        role: 'keyholder',
        language: 'zh',
        methods: ['voice'],
        enabled,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('the phone of a contact is shown to an engineer of the order, which is audited', async () => {
    const id = await world.orderIn('processing')
    const notifierId = await addContact(world.site.project)
    const { site } = await orderDetail(world.engineer, 'repair', { id })
    expect(site.contacts.find((contact) => contact.id === notifierId)?.phone).toBe('139****5678')
    expect(await contactPhone(world.engineer, { id, notifierId })).toEqual({ phone: '13912345678' })
    expect(await audits('repairOrder.contact')).toMatchObject([
      { actor: engineerId, id: String(id), changes: { name: [null, 'K**'] } },
    ])
  })

  test('not to others, not for another site, not once the order is closed', async () => {
    const id = await world.orderIn('processing')
    const notifierId = await addContact(world.site.project)
    expect((await refusal(contactPhone(world.stranger, { id, notifierId }))).reason).toBe('noAccess')
    expect((await refusal(contactPhone(world.sibling, { id, notifierId }))).reason).toBe('notFound')
    const other = await world.newSite(world.companies.north)
    expect((await refusal(contactPhone(world.engineer, { id, notifierId: await addContact(other.project) }))).reason).toBe(
      'precondition',
    )
    expect(
      (await refusal(contactPhone(world.engineer, { id, notifierId: await addContact(world.site.project, false) }))).reason,
    ).toBe('notFound')
    const closed = await world.orderIn('complete')
    expect((await refusal(contactPhone(world.engineer, { id: closed, notifierId }))).reason).toBe('precondition')
  })
})
