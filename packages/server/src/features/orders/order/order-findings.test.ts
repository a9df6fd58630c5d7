import { DomainError, endpoints, type CheckItem, type EnumValue } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertVisible } from '../../../platform/refs.ts'
import {
  createOrderChecklist,
  removeOrderChecklist,
  setOrderChecklistEnabled,
  updateOrderChecklist,
} from '../order-checklist/order-checklist.verbs.ts'
import { pageOrderChecklists } from '../order-checklist/order-checklist.reads.ts'
import { completeOrder } from './complete-order.ts'
import { createOrder } from './order.verbs.ts'
import { orderDetail } from './order.reads.ts'
import { orderWorld, type OrderWorld, type Site } from './order.fixture.ts'
import { receiveOrder } from './order-assignment.verbs.ts'
import { recordResults, startOrder } from './order-work.verbs.ts'
import { verifyOrder } from './order-acceptance.verbs.ts'

/** The record of the work: checklists, cause and measure, parts, photos. */

let world: OrderWorld
let site: Site
beforeAll(async () => {
  world = await orderWorld()
  site = await world.newSite(world.companies.north)
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )
const engineerIds = () => [world.accounts.northEngineer.id]
const started = async (input: Partial<Parameters<typeof createOrder>[2]> = {}, kind: EnumValue<'orderKind'> = 'repair') => {
  const covers = kind === 'repair' ? { deviceIds: [site.device] } : { projectId: site.project, deviceIds: [site.device] }
  const { id } = await createOrder(world.manager, kind, {
    ...covers,
    priority: 'normal',
    description: 'noisy',
    engineerIds: engineerIds(),
    ...input,
  })
  await receiveOrder(world.engineer, kind, { id })
  await startOrder(world.engineer, kind, { id })
  return id
}
const statusOf = async (id: number) => (await world.rowOf(id)).status

describe('checklist', () => {
  const power: CheckItem = {
    textZh: '电源正常',
    textEn: 'Power is on',
    answer: 'yesNo',
    required: true,
    perDevice: false,
    photo: false,
  }
  const sensitivity: CheckItem = {
    textZh: '灵敏度',
    textEn: 'Sensitivity',
    answer: 'value',
    unit: '%/m',
    low: 1,
    high: 5,
    required: true,
    perDevice: true,
    photo: false,
  }
  const items: CheckItem[] = [power, sensitivity, { ...power, textZh: '备注', textEn: 'Remark', answer: 'text', required: false }]
  let listId = 0
  beforeAll(async () => {
    const type = await world.db.selectFrom('project').select('type_id').where('id', '=', site.project).executeTakeFirstOrThrow()
    const own = await createOrderChecklist(world.siter, { kind: 'inspect', typeId: type.type_id, items })
    listId = own.id
    await createOrderChecklist(world.siter, { kind: 'inspect', items: items.slice(0, 1) })
  })

  test('is audited; one per kind and type; only values have limits', async () => {
    const again = await refusal(createOrderChecklist(world.siter, { kind: 'inspect', items }))
    expect(again.reason).toBe('duplicate')
    const odd = [{ ...power, low: 1 }]
    expect((await refusal(createOrderChecklist(world.siter, { kind: 'repair', items: odd }))).field).toBe('items')
    const turned = [{ ...sensitivity, low: 9 }]
    expect((await refusal(createOrderChecklist(world.siter, { kind: 'repair', items: turned }))).field).toBe('items')
    const { list } = await pageOrderChecklists(world.siter, { keyword: 'Sensitivity' })
    expect(list).toMatchObject([{ id: listId, kind: 'inspect', itemCount: 3, items }])
    const { id } = await createOrderChecklist(world.siter, { kind: 'maintenance', items })
    const row = (await pageOrderChecklists(world.siter, { kind: 'maintenance' })).list[0]
    await updateOrderChecklist(world.siter, { id, version: row?.version ?? 0, items: items.slice(0, 1) })
    await setOrderChecklistEnabled(world.siter, { id, enabled: false })
    await removeOrderChecklist(world.siter, { id })
    const actions = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'order_checklist')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'orderChecklist.create',
      'orderChecklist.update',
      'orderChecklist.forbidden',
      'orderChecklist.del',
    ])
  })

  test('an order keeps its questions, and is not complete without the answers', async () => {
    const id = await started({}, 'inspect')
    const before = await orderDetail(world.manager, 'inspect', { id })
    expect(before.checklist).toEqual(items)
    const row = (await pageOrderChecklists(world.siter, { keyword: 'Sensitivity' })).list[0]
    await updateOrderChecklist(world.siter, { id: listId, version: row?.version ?? 0, items: [...items, power] })
    const complete = (checks: Parameters<typeof completeOrder>[2]['checks'], result: 'normal' | 'notAccessible' = 'normal') =>
      completeOrder(world.engineer, 'inspect', {
        id,
        completeType: 'done',
        note: 'round made',
        devices: [{ deviceId: site.device, result }],
        ...(checks ? { checks } : {}),
      })
    const missing = await refusal(complete([]))
    expect([missing.reason, missing.field]).toEqual(['invalidInput', 'checks'])
    const text = String(missing.params['fields'])
    expect(text.includes('电源正常') || text.includes('Power is on')).toBe(true)
    expect((await orderDetail(world.manager, 'inspect', { id })).checks).toEqual([])
    // Each answer has to fit its question.
    for (const wrong of [
      [{ item: 9, yes: true }],
      [{ item: 0, value: 3 }],
      [{ item: 0, yes: true, deviceId: site.device }],
      [{ item: 1, value: 3 }],
      [{ item: 1, value: 3, deviceId: world.site.device }],
      [
        { item: 0, yes: true },
        { item: 0, yes: false },
      ],
    ])
      expect((await refusal(recordResults(world.engineer, 'inspect', { id, devices: [], checks: wrong }))).field).toBe('checks')
    await recordResults(world.engineer, 'inspect', { id, devices: [], checks: [{ item: 0, yes: false }] })
    // A device that could not be reached needs no answer.
    await recordResults(world.engineer, 'inspect', { id, devices: [], checks: [{ item: 1, deviceId: site.device, value: 9 }] })
    await complete(undefined)
    const { checks } = await orderDetail(world.manager, 'inspect', { id })
    expect(checks).toMatchObject([
      { item: 0, deviceId: null, yes: false },
      { item: 1, deviceId: site.device, value: 9 },
    ])
    expect(await statusOf(id)).toBe('pending_verify')
  })

  test('a device that could not be reached needs no answers; nor does work that was not possible', async () => {
    const reached = await started({}, 'inspect')
    await completeOrder(world.engineer, 'inspect', {
      id: reached,
      completeType: 'partly',
      note: 'room locked',
      devices: [{ deviceId: site.device, result: 'notAccessible' }],
      checks: [
        { item: 0, yes: true },
        { item: 3, yes: true },
      ],
    })
    expect(await statusOf(reached)).toBe('pending_verify')
    const id = await started({}, 'inspect')
    await completeOrder(world.engineer, 'inspect', {
      id,
      completeType: 'notPossible',
      note: 'nobody there',
      devices: [{ deviceId: site.device, result: 'notAccessible' }],
    })
    expect(await statusOf(id)).toBe('pending_verify')
  })
})

describe('the record of a repair', () => {
  const fixed = { completeType: 'fixed' as const, note: 'cleaned' }

  test('cause, measure, retest, labour and parts; a device that was swapped is replaced', async () => {
    const own = await world.newSite(world.companies.north)
    const { north } = world.companies
    const old = await world.db
      .selectFrom('device')
      .select(['model_id', 'code'])
      .where('id', '=', own.device)
      .executeTakeFirstOrThrow()
    const code = `NEW${randomBytes(4).toString('hex')}`.toUpperCase()
    const fresh = await world.db
      .insertInto('device')
      .values({ company_id: north.id, path: north.path, model_id: old.model_id, code, name: 'spare' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await started({ deviceIds: [own.device] })
    const done = (parts: Parameters<typeof completeOrder>[2]['parts']) =>
      completeOrder(world.engineer, 'repair', {
        id,
        ...fixed,
        devices: [{ deviceId: own.device, result: 'replaced' }],
        faultCause: 'corroded',
        repairAction: 'swapped',
        retest: 'passed',
        impairmentNotice: 'Y',
        labourMinutes: 45,
        ...(parts ? { parts } : {}),
      })
    const foreign = await refusal(done([{ name: 'Head', quantity: 1, deviceId: site.device, newCode: code }]))
    expect(foreign.field).toBe('parts')
    const unknown = await refusal(done([{ name: 'Head', quantity: 1, deviceId: own.device, newCode: 'NO-SUCH' }]))
    expect([unknown.reason, unknown.field]).toEqual(['deviceMissing', 'parts'])
    expect(await statusOf(id)).toBe('processing')
    await done([
      { name: 'Head', quantity: 1, deviceId: own.device, newCode: code.toLowerCase() },
      { name: 'Base', quantity: 2 },
    ])
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({
      faultCause: 'corroded',
      repairAction: 'swapped',
      retest: 'passed',
      impairmentNotice: 'Y',
      labourMinutes: 45,
      parts: [
        { name: 'Head', quantity: 1, oldCode: old.code, newCode: code },
        { name: 'Base', quantity: 2, oldCode: null, newCode: null },
      ],
      devices: [{ id: own.device, here: false }],
    })
    const devices = await world.db
      .selectFrom('device')
      .select(['id', 'project_id', 'replaces_id'])
      .where('id', 'in', [own.device, fresh.id])
      .execute()
    // After it was sent back, completing it states all parts again: earlier ones are not doubled, and the swap is not repeated.
    await verifyOrder(world.manager, 'repair', { id, agree: false, reason: 'count the bases' })
    await done([{ name: 'Base', quantity: 3 }])
    expect((await orderDetail(world.manager, 'repair', { id })).parts).toMatchObject([
      { name: 'Head', newCode: code },
      { name: 'Base', quantity: 3 },
    ])
    expect(devices.find((device) => device.id === own.device)?.project_id).toBeNull()
    expect(devices.find((device) => device.id === fresh.id)).toMatchObject({ project_id: own.project, replaces_id: own.device })
  })

  test.each(['went to another company', 'was deleted'])('results for a device that %s meanwhile are shown', async (how) => {
    const [own, other] = [await world.newSite(world.companies.north), await world.newSite(world.companies.north)]
    await world.db.updateTable('device').set({ project_id: own.project }).where('id', '=', other.device).execute()
    const id = await started({ deviceIds: [own.device, other.device] })
    const { id: company_id, path } = world.companies.south
    await world.db
      .updateTable('device')
      .set(how === 'was deleted' ? { deleted_at: new Date() } : { company_id, path, project_id: world.southSite.project })
      .where('id', '=', other.device)
      .execute()
    const results = [
      { deviceId: own.device, result: 'fixed' as const },
      { deviceId: other.device, result: 'notPossible' as const },
    ]
    // As the server validates before the verb (platform/http).
    const { input } = endpoints.orderApp.complete
    await assertVisible(world.engineer.db, input, { id, ...fixed, devices: results })
    await completeOrder(world.engineer, 'repair', { id, ...fixed, devices: results })
    expect(await statusOf(id)).toBe('pending_verify')
    // No more than that: nobody can name somebody else's device.
    const second = await started({ deviceIds: [own.device] })
    const foreign = await refusal(completeOrder(world.engineer, 'repair', { id: second, ...fixed, devices: results }))
    expect([foreign.reason, foreign.field]).toEqual(['invalidInput', 'devices'])
  })

  test('a repair that came from an alarm requires cause and retest', async () => {
    const own = await world.newSite(world.companies.north)
    const id = await started({ deviceIds: [own.device], alarmId: own.alarm })
    const devices = [{ deviceId: own.device, result: 'fixed' as const }]
    expect((await refusal(completeOrder(world.engineer, 'repair', { id, ...fixed, devices }))).field).toBe('faultCause')
    expect((await refusal(completeOrder(world.engineer, 'repair', { id, ...fixed, devices, faultCause: 'dust' }))).field).toBe(
      'retest',
    )
    await completeOrder(world.engineer, 'repair', { id, ...fixed, devices, faultCause: 'dust', retest: 'passed' })
    expect(await statusOf(id)).toBe('pending_verify')
  })

  const uploaded = async (count: number, account: { id: number } = world.accounts.northEngineer): Promise<string[]> => {
    const photos = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
    const files = photos.map((file) => ({
      id: file,
      name: 'photo.png',
      mime: 'image/png',
      size: 1,
      sha256: file,
      purpose: 'photo',
      account_id: account.id,
      company_id: world.companies.north.id,
      path: world.companies.north.path,
    }))
    await world.db
      .insertInto('file')
      .values(files as never)
      .execute()
    return photos
  }

  test('a device’s result has its own photos, which stay when it is recorded again, and are removed on request', async () => {
    const id = await started()
    const [first = '', second = ''] = await uploaded(2)
    const record = (photos: string[] | undefined, note: string) =>
      recordResults(world.engineer, 'repair', {
        id,
        devices: [{ deviceId: site.device, result: 'fixed', note, ...(photos ? { photos } : {}) }],
      })
    const photosNow = async () => (await orderDetail(world.manager, 'repair', { id })).devices.map(({ photos }) => photos)
    await record([first], 'dusty')
    expect(await photosNow()).toEqual([[first]])
    await record([first, second], 'clean')
    await completeOrder(world.engineer, 'repair', { id, ...fixed, devices: [] })
    expect(await photosNow()).toEqual([[first, second]])
    const owner = await world.db.selectFrom('file').select(['id', 'company_id']).where('id', 'in', [first, second]).execute()
    expect(owner.map(({ company_id }) => company_id)).toEqual([world.companies.north.id, world.companies.north.id])

    const again = await started()
    await recordResults(world.engineer, 'repair', {
      id: again,
      devices: [{ deviceId: site.device, result: 'fixed', photos: await uploaded(1) }],
    })
    await recordResults(world.engineer, 'repair', {
      id: again,
      devices: [{ deviceId: site.device, result: 'fixed', photos: [] }],
    })
    expect((await orderDetail(world.manager, 'repair', { id: again })).devices[0]?.photos).toEqual([])
    // Nobody can attach other people's photos to a device.
    const foreign = await uploaded(1, world.accounts.siterAdmin)
    const stolen = recordResults(world.engineer, 'repair', {
      id: again,
      devices: [{ deviceId: site.device, result: 'fixed', photos: foreign }],
    })
    expect((await refusal(stolen)).reason).toBe('noAccess')
  })

  test('thirty photos are accepted, and belong to the order', async () => {
    const id = await started()
    const photos = await uploaded(30)
    await completeOrder(world.engineer, 'repair', { id, ...fixed, photos, devices: [{ deviceId: site.device, result: 'fixed' }] })
    expect((await orderDetail(world.manager, 'repair', { id })).completePhotos).toEqual(photos)
  })

  test('a signature needs a name, must be one’s own file, and is visible with the order', async () => {
    const id = await started()
    const [signature = ''] = await uploaded(1)
    const devices = [{ deviceId: site.device, result: 'fixed' as const }]
    const complete = (more: object) => completeOrder(world.engineer, 'repair', { id, ...fixed, devices, ...more })
    expect(await refusal(complete({ acceptedSignature: signature }))).toMatchObject({
      reason: 'invalidInput',
      field: 'acceptedBy',
    })
    const [foreign] = await uploaded(1, world.accounts.siterAdmin)
    const stolen = complete({ acceptedBy: 'Night porter', acceptedSignature: foreign })
    expect((await refusal(stolen)).reason).toBe('noAccess')
    await complete({ acceptedBy: 'Night porter', acceptedSignature: signature })
    expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({
      acceptedBy: 'Night porter',
      acceptedSignature: signature,
    })
    const file = await world.db.selectFrom('file').select('company_id').where('id', '=', signature).executeTakeFirstOrThrow()
    expect(file.company_id).toBe(world.companies.north.id)
  })
})
