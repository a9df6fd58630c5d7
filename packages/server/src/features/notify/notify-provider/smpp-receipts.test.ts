import type { AddressInfo } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { afterEach, expect, test } from 'vitest'
import { queue, reached, recordOf } from './notify-provider.fixture.ts'
import { useProviders } from './use-providers.fixture.ts'

const t = useProviders()
const centres: ReturnType<typeof smpp.createServer>[] = []
afterEach(() => {
  for (const centre of centres.splice(0)) {
    centre.close()
    for (const session of centre.sessions) session.destroy()
  }
})

const textOf = (id: string): string =>
  `id:${id} sub:001 dlvrd:001 submit date:2611200800 done date:2611200800 stat:DELIVRD err:000 text:`

/** A message centre that names the messages that it accepts as told, and answers with what the test sends. */
const startCentre = async (accept: (phone: string) => string) => {
  const { promise: connected, resolve } = Promise.withResolvers<Session>()
  const centre = smpp.createServer((session: Session) => {
    session.on('bind_transceiver', (pdu: Pdu) => {
      session.send(pdu.response())
      resolve(session)
    })
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('error', () => undefined)
    session.on('submit_sm', (pdu: Pdu) => session.send(pdu.response({ message_id: accept(pdu.destination_addr ?? '') })))
  })
  centres.push(centre)
  await new Promise<void>((listening) => void centre.listen(0, '127.0.0.1', listening))
  const { port } = centre.address() as AddressInfo
  await t.create({ kind: 'smpp', host: '127.0.0.1', port, security: 'none', systemId: 'us', password: 'right' })
  return connected
}

const phone = '13800000001'

test.each([
  ['decimal for hexadecimal', '1A2B3C4D', { short_message: textOf('439041101') }],
  ['hexadecimal for decimal', '439041101', { short_message: textOf('1a2b3c4d') }],
  ['decimal for digits that are hexadecimal', '10203040', { short_message: textOf('270544960') }],
  ['another letter case', '1a2b3c4d', { short_message: textOf('1A2B3C4D') }],
  ['leading zeros in the receipt', '4D2', { short_message: textOf('00000004D2') }],
  ['leading zeros in the answer', '0000123', { short_message: textOf('123') }],
  ['leading zeros and decimal', '4D2', { short_message: textOf('0000001234') }],
  ['its text in message_payload', '77', { short_message: '', message_payload: textOf('77') }],
  ['an id in a TLV', '7E', { short_message: '', receipted_message_id: '126', message_state: 2 }],
])('a receipt that names its message with %s settles it, with and without the number', async (_what, id, receipt) => {
  const session = await startCentre(() => id)
  const key = await queue(t.world, 'sms', { phone })
  await reached(t.world, key, 'sent')
  session.deliver_sm({ esm_class: 4, source_addr: `86${phone}`, destination_addr: '10690000', ...receipt })
  await reached(t.world, key, 'delivered')
  const next = await queue(t.world, 'sms', { phone })
  await reached(t.world, next, 'sent')
  session.deliver_sm({ esm_class: 4, ...receipt })
  expect(await reached(t.world, next, 'delivered')).toMatchObject({ failure: null })
})

test('a receipt settles no message that only looks alike', async () => {
  const other = '13800000002'
  // 64 is hexadecimal for 100, and both are ids of this centre.
  const session = await startCentre((to) => (to === phone ? '100' : '64'))
  const alike = await queue(t.world, 'sms', { phone: other })
  await reached(t.world, alike, 'sent')
  session.deliver_sm({ esm_class: 4, source_addr: phone, short_message: textOf('100') })
  const meant = await queue(t.world, 'sms', { phone })
  await reached(t.world, meant, 'delivered')
  expect(await recordOf(t.world, alike)).toMatchObject({ state: 'sent' })
})

test('a receipt whose id is exactly that of an earlier message to somebody else settles the one to its own number', async () => {
  const other = '13800000002'
  // Accepted with decimal ids, reported with hexadecimal ones: 597 is 255.
  const session = await startCentre((to) => (to === phone ? '597' : '255'))
  const earlier = await queue(t.world, 'sms', { phone: other })
  await reached(t.world, earlier, 'sent')
  const meant = await queue(t.world, 'sms', { phone })
  await reached(t.world, meant, 'sent')
  session.deliver_sm({ esm_class: 4, source_addr: `86${phone}`, short_message: textOf('255') })
  await reached(t.world, meant, 'delivered')
  expect(await recordOf(t.world, earlier)).toMatchObject({ state: 'sent' })
})
