import { alarmCode } from '@emberwatch/contract'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf, webm } from '../../../testing/images.ts'
import { listAlarmCalls } from '../../alarms/alarm-call/alarm-call.reads.ts'
import { recordCall } from '../../alarms/alarm-call/record-call.ts'
import { listAlarmChecks } from '../../alarms/alarm-check/alarm-check.reads.ts'
import { saveChecklist, tickStep } from '../../alarms/alarm-check/alarm-check.verbs.ts'
import { addNote } from '../../alarms/alarm-note/alarm-note.verbs.ts'
import { listAlarmNotes } from '../../alarms/alarm-note/alarm-note.reads.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { neighboursOfAlarm } from '../../alarms/alarm/alarm-neighbours.reads.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { alarmsBeside } from '../../alarms/alarm/alarms-beside.reads.ts'
import { resolveAlarm, misreportAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { removeUnused } from '../../base/file/clean-up.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { callResults, smsResults } from '../../base/message-record/message-record.reads.ts'
import { filesOf } from './alarm-file.store.ts'
import { makeFile, verifyFile } from './alarm-file.verbs.ts'

/** The parts of an alarm's page: calls, checklist, notes, neighbours, the closing, and the file about it all. */

let world: TestWorld
let north: Ctx
let south: Ctx
let site: Site

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  site = await newSite()
})

/** A site with an empty call list. */
const newSite = async (): Promise<Site> => {
  const made = await addSite(world.db, world.companies.north)
  await world.db.deleteFrom('project_notifier').where('project_id', '=', made.project).execute()
  return made
}

const fire = (more: Parameters<typeof addAlarm>[2] = {}) => addAlarm(world.db, site, { first_at: world.clock.now(), ...more })

const person = async (seq: number, name: string, phone: string, enabled = true): Promise<number> => {
  const { id } = await world.db
    .insertInto('project_notifier')
    .values({ project_id: site.project, seq, name, phone, role: 'security', methods: ['voice'], language: 'zh', enabled })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const photo = async (ctx: Ctx): Promise<string> => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#aa3322' } })
    .png()
    .toBuffer()
  return upload(ctx, { purpose: 'photo' }, { name: 'photo.png', stream: Readable.from([bytes]) })
}

const lastAudit = async (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'actor_id', 'result'])
    .where('object_kind', '=', 'alarm')
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('the person tried least often is called next, in the order of calls, until somebody answers', async () => {
  const [first, second, off] = [
    await person(1, 'First', '13800001111'),
    await person(2, 'Second', '13800002222'),
    await person(3, 'Off', '13800003333', false),
  ]
  const alarm = await fire()
  const state = () => listAlarmCalls(north, { id: alarm.id })
  const call = (notifierId: number, callResult: 'busy' | 'noAnswer' | 'answered' | 'wrongNumber', note?: string) =>
    recordCall(north, { id: alarm.id, notifierId, callResult, ...(note === undefined ? {} : { note }) })
  expect(await state()).toMatchObject({ nextId: first, reached: false, calls: [] })
  expect((await state()).people.map(({ id, phone }) => [id, phone])).toEqual([
    [first, '138****1111'],
    [second, '138****2222'],
    [off, '138****3333'],
  ])
  await call(first, 'busy', 'Line engaged')
  expect((await lastAudit(alarm.id)).action).toBe('alarm.called')
  expect((await state()).nextId).toBe(second)
  await call(second, 'noAnswer')
  expect((await state()).nextId).toBe(first)
  await call(first, 'wrongNumber')
  expect((await state()).nextId).toBe(second)
  world.clock.forward(10)
  await call(second, 'answered')
  const done = await state()
  expect(done).toMatchObject({ nextId: null, reached: true })
  expect(done.calls.map(({ name, callResult }) => [name, callResult])).toEqual([
    ['Second', 'answered'],
    ['First', 'wrongNumber'],
    ['Second', 'noAnswer'],
    ['First', 'busy'],
  ])
  const { journey } = await alarmDetail(north, { id: alarm.id })
  expect(journey.filter(({ step }) => step === 'called')).toHaveLength(4)
  // Raised again, it is a new fire: everybody is called again, and earlier calls stay.
  await world.db
    .updateTable('alarm')
    .set({ raised_at: new Date(world.clock.now().getTime() + 1) })
    .where('id', '=', alarm.id)
    .execute()
  expect(await state()).toMatchObject({ nextId: first, reached: false, calls: { length: 4 } })
})

test('a person removed from the call list stays in earlier calls; somebody of another project is refused', async () => {
  const gone = await person(1, 'Leaver', '13800001111')
  const alarm = await fire()
  await recordCall(north, { id: alarm.id, notifierId: gone, callResult: 'answered' })
  await world.db.deleteFrom('project_notifier').where('id', '=', gone).execute()
  expect((await listAlarmCalls(north, { id: alarm.id })).calls).toMatchObject([{ name: 'Leaver', callResult: 'answered' }])
  const here = alarm
  site = await newSite()
  const elsewhere = await person(1, 'Elsewhere', '13800009999')
  await expect(recordCall(north, { id: here.id, notifierId: elsewhere, callResult: 'busy' })).rejects.toMatchObject({
    reason: 'precondition',
  })
})

test('ticks of the site’s checklist record who and when; an edited list keeps what was ticked', async () => {
  const alarm = await fire()
  await saveChecklist(north, { projectId: site.project, version: 0, checkSteps: ['Call the control room', 'Open the gate'] })
  await expect(saveChecklist(north, { projectId: site.project, version: 0, checkSteps: ['x'] })).rejects.toMatchObject({
    reason: 'staleVersion',
  })
  await tickStep(north, { id: alarm.id, text: 'Open the gate', done: true })
  expect(await lastAudit(alarm.id)).toMatchObject({ action: 'alarm.checked', result: 'ok' })
  await tickStep(north, { id: alarm.id, text: 'Open the gate', done: true })
  expect(await lastAudit(alarm.id)).toMatchObject({ action: 'alarm.checked', result: 'unchanged' })
  await saveChecklist(north, {
    projectId: site.project,
    version: 1,
    checkSteps: ['Call the control room', 'Warn the neighbours'],
  })
  const { items, version } = await listAlarmChecks(north, { id: alarm.id })
  expect(version).toBe(2)
  expect(items).toMatchObject([
    { text: 'Call the control room', done: false, by: null, former: false },
    { text: 'Warn the neighbours', done: false },
    { text: 'Open the gate', done: true, by: expect.any(String), at: world.clock.now().toISOString(), former: true },
  ])
  await expect(tickStep(north, { id: alarm.id, text: 'Never listed', done: true })).rejects.toMatchObject({
    reason: 'precondition',
  })
  const steps = (await alarmDetail(north, { id: alarm.id })).journey.filter(({ step }) => step === 'checked')
  expect(steps).toHaveLength(1)
})

test('notes and photos are kept, and visible to anyone who sees the alarm; other people’s files and an empty note are refused', async () => {
  const alarm = await fire()
  const id = await photo(north)
  await addNote(north, { id: alarm.id, text: '  Smoke in the kitchen ', photos: [id] })
  expect(await listAlarmNotes(north, { id: alarm.id })).toMatchObject([{ text: 'Smoke in the kitchen', photos: [id] }])
  expect(await lastAudit(alarm.id)).toMatchObject({ action: 'alarm.noted', changes: { photos: [null, 1] } })
  await expect(addNote(north, { id: alarm.id, text: '  ' })).rejects.toMatchObject({ reason: 'invalidInput' })
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  await expect(addNote(siter, { id: alarm.id, photos: [await photo(north)] })).rejects.toMatchObject({ reason: 'noAccess' })
  // A photo added by somebody of a company above is visible to the alarm's company and is not deleted.
  const above = await photo(siter)
  await addNote(siter, { id: alarm.id, photos: [above] })
  world.clock.forward(3 * 86_400_000)
  await removeUnused(world.systemCtx)
  ;(await readFile(north, { id: above })).stream.destroy()
  await expect(readFile(south, { id: above })).rejects.toMatchObject({ reason: 'notFound' })
  expect(await listAlarmNotes(south, { id: alarm.id })).toEqual([])
  // The person who took it cannot withdraw it by attaching it to something else.
  const other = await addAlarm(world.db, await addSite(world.db, world.companies.south))
  await addNote(siter, { id: other.id, photos: [above] })
  ;(await readFile(north, { id: above })).stream.destroy()
})

test('a short video is attached to a note like photos, and kept with it; a photo is not a video', async () => {
  const alarm = await fire()
  const video = await upload(north, { purpose: 'video' }, uploadOf(webm, 'stairs.webm'))
  await addNote(north, { id: alarm.id, videos: [video] })
  expect(await listAlarmNotes(north, { id: alarm.id })).toMatchObject([{ text: '', photos: [], videos: [video] }])
  expect(await lastAudit(alarm.id)).toMatchObject({ action: 'alarm.noted', changes: { videos: [null, 1] } })
  await expect(addNote(north, { id: alarm.id, videos: [await photo(north)] })).rejects.toMatchObject({ reason: 'noAccess' })
  world.clock.forward(3 * 86_400_000)
  await removeUnused(world.systemCtx)
  const { stream, mime } = await readFile(north, { id: video })
  stream.destroy()
  expect(mime).toBe('video/webm')
  await expect(readFile(south, { id: video })).rejects.toMatchObject({ reason: 'notFound' })
})

test('a closing keeps its result, losses, the brigade and photos', async () => {
  const [real, falseOne] = [await fire(), await fire()]
  const at = world.clock.now().toISOString()
  const id = await photo(north)
  await resolveAlarm(north, {
    id: real.id,
    handleWay: 'onSite',
    note: 'Waste bin on fire',
    result: 'realFire',
    brigadeCalledAt: at,
    losses: 'One bin',
    photos: [id],
  })
  expect(await alarmDetail(north, { id: real.id })).toMatchObject({
    state: 'cleared',
    result: 'realFire',
    brigadeCalledAt: at,
    losses: 'One bin',
    photos: [id],
  })
  expect(await lastAudit(real.id)).toMatchObject({
    action: 'alarm.deal',
    changes: { result: [null, 'realFire'], photos: [null, 1] },
  })
  await misreportAlarm(north, { id: falseOne.id, cause: 'cooking', note: 'Frying' })
  expect(await alarmDetail(north, { id: falseOne.id })).toMatchObject({ cause: 'cooking', result: null, photos: [] })
  expect(await world.db.selectFrom('alarm_closing').select('id').where('alarm_id', '=', falseOne.id).execute()).toEqual([])
})

test('what else happened at the site within ten minutes, by time; nothing of other sites', async () => {
  const minutes = (n: number) => new Date(world.clock.now().getTime() + n * 60_000)
  const alarm = await fire()
  const before = await fire({ first_at: minutes(-9), last_at: minutes(-9) })
  const after = await fire({ first_at: minutes(3), last_at: minutes(3) })
  await fire({ first_at: minutes(11), last_at: minutes(11) })
  const here = site
  await world.db.updateTable('fault').set({ first_at: world.clock.now() }).where('project_id', '=', site.project).execute()
  site = await newSite()
  await fire()
  const { list, more } = await neighboursOfAlarm(north, { id: alarm.id })
  expect(more).toBe(false)
  const alarms = list.filter(({ kind }) => kind === 'alarm')
  expect(alarms.map(({ id, offsetMs }) => [id, offsetMs])).toEqual([
    [before.id, -540_000],
    [after.id, 180_000],
  ])
  const faults = list.filter(({ kind }) => kind === 'fault')
  expect(faults).toMatchObject([{ deviceId: here.device, faultState: 'pending' }])
  // A caller without the right to see faults gets none.
  const operations = new Set([...north.actor.operations].filter((code) => code !== 'fault:view'))
  const some = await neighboursOfAlarm({ ...north, actor: { ...north.actor, operations } }, { id: alarm.id })
  expect(some.list.every(({ kind }) => kind === 'alarm')).toBe(true)
})

test('the present name and room of a device that went to another company are not shown', async () => {
  const alarm = await fire()
  await fire()
  await world.db.updateTable('fault').set({ first_at: world.clock.now() }).where('project_id', '=', site.project).execute()
  const elsewhere = await addSite(world.db, world.companies.south)
  await world.db
    .updateTable('device')
    .set({
      name: 'Vault of the South',
      room_number: 'B2',
      project_id: elsewhere.project,
      company_id: elsewhere.owner.id,
      path: elsewhere.owner.path,
    })
    .where('id', '=', site.device)
    .execute()
  const { list } = await neighboursOfAlarm(north, { id: alarm.id })
  expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['alarm', 'fault']))
  for (const row of list) expect(row).toMatchObject({ deviceId: site.device, deviceName: null, roomNumber: null })
})

test('the previous and next alarm, within the filter and order of the list', async () => {
  const minutes = (n: number) => new Date(world.clock.now().getTime() + n * 60_000)
  const [oldest, middle, newest] = [
    await fire({ first_at: minutes(-30), level: 'warning' }),
    await fire({ first_at: minutes(-20), level: 'fire' }),
    await fire({ first_at: minutes(-10), level: 'warning' }),
  ]
  const projectId = site.project
  const beside = (id: number, more: object = {}) => alarmsBeside(north, { id, projectId, ...more })
  expect(await beside(middle.id)).toEqual({ previous: newest.id, next: oldest.id })
  expect(await beside(middle.id, { order: 'asc' })).toEqual({ previous: oldest.id, next: newest.id })
  expect(await beside(newest.id, { level: 'warning' })).toEqual({ previous: null, next: oldest.id })
  // Fires first, then the longest waiting.
  expect(await beside(middle.id, { sort: 'urgency', order: 'asc' })).toEqual({ previous: null, next: oldest.id })
  expect(await beside(oldest.id, { sort: 'urgency', order: 'asc' })).toEqual({ previous: middle.id, next: newest.id })
})

test('the journey names the person reached by a call in full only to those who may see call lists', async () => {
  const alarm = await fire()
  await recordCall(north, { id: alarm.id, notifierId: await person(1, 'Wang Wei', '13800001111'), callResult: 'answered' })
  const operations = new Set([...north.actor.operations].filter((operation) => operation !== 'projectNotifier:view'))
  const nameFor = async (ctx: Ctx) =>
    (await alarmDetail(ctx, { id: alarm.id })).journey.find(({ step }) => step === 'called')?.detail['name']
  expect(await nameFor(north)).toBe('Wang Wei')
  expect(await nameFor({ ...north, actor: { ...north.actor, operations } })).toBe('W**')
})

test('going from one open alarm to the next visits each once, even if several were raised at the same moment', async () => {
  const at = world.clock.now()
  const states = ['unconfirmed', 'confirmed', 'unconfirmed', 'confirmed', 'unconfirmed'] as const
  for (const state of states) await fire({ first_at: at, raised_at: at, state })
  const later = new Date(at.getTime() + 1_000)
  await fire({ first_at: later, level: 'warning' })
  await fire({ first_at: later, level: 'warning', state: 'confirmed' })
  for (const list of [{ open: true }, { sort: 'urgency' as const }, { open: true, order: 'desc' as const }]) {
    const query = { projectId: site.project, ...list }
    const inList = (await pageAlarms(north, { ...query, pageSize: 20 })).list.map(({ id }) => id)
    expect(inList).toHaveLength(7)
    const met: number[] = []
    for (let id = inList[0] ?? null; id !== null && met.length < 20;) {
      met.push(id)
      const step: { next: number | null } = await alarmsBeside(north, { id, ...query })
      id = step.next
    }
    expect(met).toEqual(inList)
  }
})

test('nobody was notified: both lists are empty; sent messages show masked phones', async () => {
  const alarm = await fire()
  expect(await smsResults(north, { id: alarm.id })).toEqual([])
  const row = {
    company_id: site.owner.id,
    path: site.owner.path,
    project_id: site.project,
    alarm_id: alarm.id,
    cause: 'rule' as const,
  }
  await world.db
    .insertInto('message_record')
    .values([
      { ...row, channel: 'sms', receiver: 'First', phone: '13800001111', content: 'Fire', state: 'delivered', attempts: 1 },
      { ...row, channel: 'voice', receiver: 'First', phone: '13800001111', state: 'noAnswer', attempts: 3 },
    ])
    .execute()
  expect(await smsResults(north, { id: alarm.id })).toMatchObject([{ phone: '138****1111', state: 'delivered', attempts: 1 }])
  expect(await callResults(north, { id: alarm.id })).toMatchObject([{ state: 'noAnswer', attempts: 3 }])
  expect(await callResults(south, { id: alarm.id })).toEqual([])
})

const asUpload = (bytes: Buffer) => ({ name: 'file.pdf', stream: Readable.from([bytes.subarray(0, 700), bytes.subarray(700)]) })

test.each(['en', 'zh'] as const)(
  'the file of an alarm in %s is registered by its hash; any changed byte fails',
  async (locale) => {
    const ctx = { ...north, locale }
    const alarm = await fire({ gateway_id: site.gateway })
    const notifierId = await person(1, '王师傅', '13800001111')
    await recordCall(ctx, { id: alarm.id, notifierId, callResult: 'answered', note: '正在赶往现场' })
    await addNote(ctx, { id: alarm.id, text: '厨房油烟 Smoke in the kitchen', photos: [await photo(ctx)] })
    const made = await makeFile(ctx, { id: alarm.id })
    expect(made).toMatchObject({ language: locale, checkCode: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) })
    const reply = await readFile(north, { id: made.fileId })
    expect(reply).toMatchObject({ mime: 'application/pdf', name: `${alarmCode(alarm.id, alarm.first_at, alarm.timeZone)}.pdf` })
    // A caller who may not make files of alarms cannot read one either, not even by its address.
    const operations = new Set([...north.actor.operations].filter((operation) => operation !== 'alarm:file'))
    const without = { ...north, actor: { ...north.actor, operations } }
    await expect(readFile(without, { id: made.fileId })).rejects.toMatchObject({ reason: 'notFound' })
    const bytes = await buffer(reply.stream)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256)
    expect(bytes.length).toBe(made.size)
    expect(readFileSync(north.files.pathOf(made.fileId))).toEqual(bytes)
    expect(await filesOf(north.db, alarm.id)).toEqual([made])
    expect(await lastAudit(alarm.id)).toMatchObject({ action: 'alarm.fileMade', changes: { sha256: [null, made.sha256] } })
    expect((await alarmDetail(north, { id: alarm.id })).journey.at(-1)).toMatchObject({ step: 'fileMade' })

    expect(await verifyFile(north, {}, asUpload(bytes))).toMatchObject({
      verdict: 'valid',
      alarmId: alarm.id,
      checkCode: made.checkCode,
      at: made.at,
    })
    // Any byte: at the start, at the end, or in between.
    for (const at of [0, 1, Math.floor(bytes.length / 2), bytes.length - 40, bytes.length - 1]) {
      const forged = Buffer.from(bytes)
      forged[at] = (forged[at] ?? 0) ^ 1
      expect((await verifyFile(north, {}, asUpload(forged))).verdict, `byte ${at}`).not.toBe('valid')
    }
    const shortened = bytes.subarray(0, bytes.length - 1)
    expect(await verifyFile(north, {}, asUpload(shortened))).toMatchObject({ verdict: 'changed', alarmId: alarm.id })
    expect(await verifyFile(north, {}, asUpload(randomBytes(2_000)))).toMatchObject({ verdict: 'unknown', alarmId: null })
    // For an alarm that the caller may not see, nothing is revealed.
    expect(await verifyFile(south, {}, asUpload(bytes))).toMatchObject({ verdict: 'unknown', alarmId: null, checkCode: null })
    await expect(makeFile(south, { id: alarm.id })).rejects.toMatchObject({ reason: 'notFound' })
  },
)
