import { sql } from 'kysely'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { afterEach, expect, test } from 'vitest'
import { newAlarm, queue, reached, recordOf } from './notify-provider.fixture.ts'
import { testProvider } from './test-provider.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()
const temporary = 0x64

/** Whether the database can store that a message has arrived. */
const store = async (works: boolean): Promise<void> => {
  await sql`alter table message_record drop constraint if exists no_receipts`.execute(t.world.db)
  if (!works)
    await sql`alter table message_record add constraint no_receipts check (state <> 'delivered') not valid`.execute(t.world.db)
}
const centres: { stop(): void }[] = []
afterEach(async () => {
  await store(true)
  for (const centre of centres.splice(0)) centre.stop()
})

/** The centre reports that a message has arrived. @returns the status of the answer */
const deliver = (line: Session | undefined, ref: string | null) =>
  new Promise<number>((resolve) => {
    const text = `id:${ref} sub:001 dlvrd:001 submit date:2611200800 done date:2611200800 stat:DELIVRD err:000 text:`
    line?.deliver_sm({ esm_class: 4, short_message: text }, ({ command_status: status }) => resolve(status))
  })

/** A message centre that takes every message. */
const startCentre = async (onSubmit: (line: Session) => void = () => undefined) => {
  const lines: Session[] = []
  let submitted = 0
  const server = smpp.createServer((session: Session) => {
    lines.push(session)
    session.on('error', () => undefined)
    for (const command of ['bind_transceiver', 'enquire_link', 'unbind'])
      session.on(command, (pdu: Pdu) => session.send(pdu.response()))
    session.on('submit_sm', (pdu: Pdu) => {
      onSubmit(session)
      session.send(pdu.response({ message_id: `m${(submitted += 1)}` }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  centres.push({
    stop() {
      server.close()
      for (const session of server.sessions) session.destroy()
    },
  })
  return {
    lines,
    port: (server.address() as AddressInfo).port,
  }
}
const carrier = (port: number) =>
  ({ kind: 'smpp', host: '127.0.0.1', port, security: 'none', systemId: 'us', password: 'right' }) as const

test('SMPP: a receipt is acknowledged once it is stored; otherwise it is requested again', async () => {
  const centre = await startCentre()
  await t.create(carrier(centre.port))
  const { alarmId, projectId } = await newAlarm(t.world)
  const key = await queue(t.world, 'sms', { alarm_id: alarmId, project_id: projectId })
  const { provider_ref: ref } = await reached(t.world, key, 'sent')
  await store(false)
  expect(await deliver(centre.lines[0], ref)).toBe(temporary)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  await store(true)
  expect(await deliver(centre.lines[0], ref)).toBe(0)
  // It is already stored when the answer is sent.
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
  expect(await deliver(centre.lines[0], ref)).toBe(0)
  expect((await t.stepsOf(alarmId)).filter((step) => step === 'notificationDelivered')).toHaveLength(1)
})

test('SMPP: the short connection of a test loses no receipt', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<number>()
  const centre = await startCentre((line) => void deliver(line, 'of-another').then(resolve))
  const { id } = await t.create({ ...carrier(centre.port), enabled: false })
  expect(await testProvider(t.siter, { id, to: '13800000000' })).toMatchObject({ result: 'accepted' })
  expect(await answered).toBe(temporary)
})

test('all receipts of a request are stored, however many, and a request that could not be stored is not acknowledged', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"Code":"OK","Message":"OK","BizId":"b"}' }))
  const { token } = await t.create({
    kind: 'aliyunSms',
    accessKeyId: 'k',
    accessKeySecret: 's',
    signName: 'n',
    templateCode: 'c',
    endpoint: provider.url,
    publicUrl: t.publicUrl,
  })
  const { alarmId } = await newAlarm(t.world)
  const key = await queue(t.world, 'sms', { alarm_id: alarmId })
  await reached(t.world, key, 'sent')
  const row = (ref: string) => ({ out_id: ref, phone_number: '13800000000', success: true, err_code: 'DELIVERED', sms_size: '1' })
  const rows = [...Array.from({ length: 1_200 }, (_, n) => row(`nobody-${n}`)), row(key)]
  const report = () =>
    fetch(`${t.publicUrl}/api/callback/aliyunSms/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    })
  await store(false)
  expect((await report()).ok).toBe(false)
  await store(true)
  expect((await report()).status).toBe(200)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
})

test('if a provider gave one id to several messages, a receipt is about the newest, and pressing 1 takes over its alarm', async () => {
  // As when a message centre restarts its count.
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"7"}' }))
  const { token } = await t.http(provider.url, { kind: 'httpVoice' })
  const keys: string[] = []
  for (const phone of ['13800000001', '13800000002', '13800000003']) {
    keys.push(await queue(t.world, 'voice', { phone }))
    await reached(t.world, keys.at(-1) ?? '', 'sent')
  }
  const report = async (body: object) => {
    const url = `${t.publicUrl}/api/callback/httpVoice/${token}`
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return Promise.all(keys.map(async (key) => (await recordOf(t.world, key)).state))
  }
  expect(await report({ id: '7', state: 'answered' })).toEqual(['sent', 'sent', 'answered'])
  // Again: it refers to the same message.
  expect(await report({ id: '7', state: 'answered', digits: '1' })).toEqual(['sent', 'sent', 'answered'])
  expect(t.taken).toEqual([(await recordOf(t.world, keys.at(-1) ?? '')).id])
  expect(await report({ key: keys[0], state: 'busy' })).toEqual(['busy', 'sent', 'answered'])
})

test('a wrong receipt address is answered before the body is read', async () => {
  const { hostname, port } = new URL(t.publicUrl)
  const socket = connect(Number(port), hostname)
  const path = `/api/callback/httpSms/${'a'.repeat(32)}`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"a":`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
})

test('a receipt in an unsupported format is not acknowledged', async () => {
  const provider = await t.standIn(() => ({ status: 200, body: '{"id":"r1"}' }))
  const { token } = await t.http(provider.url)
  const key = await queue(t.world, 'sms')
  await reached(t.world, key, 'sent')
  const report = async (body: FormData | URLSearchParams) =>
    (await fetch(`${t.publicUrl}/api/callback/httpSms/${token}`, { method: 'POST', body })).ok
  const parts = new FormData()
  parts.set('key', key)
  parts.set('state', 'delivered')
  expect(await report(parts)).toBe(false)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'sent' })
  expect(await report(new URLSearchParams({ key, state: 'delivered' }))).toBe(true)
  expect(await recordOf(t.world, key)).toMatchObject({ state: 'delivered' })
})
