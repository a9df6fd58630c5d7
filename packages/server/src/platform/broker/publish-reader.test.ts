import { generate, parser as createParser } from 'mqtt-packet'
import type { IPublishPacket } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { readPublish } from './publish-reader.ts'
import { publish, useBroker } from './testing/broker-under-test.ts'

const t = useBroker()

/** What the general parser makes of it. */
const parsed = (bytes: Buffer, protocolVersion: 3 | 4 | 5): Partial<IPublishPacket> | undefined => {
  const packets: Partial<IPublishPacket>[] = []
  const parser = createParser({ protocolVersion })
  parser.on('packet', (packet) => {
    if (packet.cmd !== 'publish') return
    const { cmd, topic, payload, qos, dup, retain, messageId } = packet
    packets.push({ cmd, topic, payload, qos, dup, retain, ...(messageId === undefined ? {} : { messageId }) })
  })
  parser.on('error', () => undefined)
  parser.parse(bytes)
  return packets[0]
}

const topics = ['ew/v1/GW1/report', 'a', '', '报告/烟', 'x'.repeat(300)]
const payloads = ['', 'x', '{"seq":1}', '烟'.repeat(60), 'y'.repeat(20_000)].map((text) => Buffer.from(text))
const flags = [0, 1].flatMap((qos) => [true, false].map((on) => ({ qos: qos as 0 | 1, dup: on && qos === 1, retain: on })))

test.each([3, 4, 5] as const)('protocol level %d: the same as from the general parser', (version) => {
  for (const topic of topics.filter((each) => each !== '' || version === 5))
    for (const payload of payloads)
      for (const flag of flags) {
        const sent = publish({ topic, payload, ...flag, messageId: 517, properties: topic === '' ? { topicAlias: 1 } : {} })
        const bytes = generate(sent, { protocolVersion: version })
        const read = readPublish(Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]), 6, version)
        if (topic === '') expect(read).toBeUndefined()
        else expect(read).toEqual({ packet: parsed(bytes, version), end: 6 + bytes.length })
      }
})

test.each([3, 4, 5] as const)('protocol level %d: other and incomplete packets are left to the parser', (version) => {
  const bytes = generate(publish({ payload: 'some text' }), { protocolVersion: version })
  for (let length = 0; length < bytes.length; length++) expect(readPublish(bytes.subarray(0, length), 0, version)).toBeUndefined()
  for (let first = 0; first < 256; first++) {
    const other = Buffer.from(bytes)
    other[0] = first
    if (first >> 4 !== 3 || ((first >> 1) & 3) > 1) expect(readPublish(other, 0, version)).toBeUndefined()
  }
  // A topic, an identifier or a properties length that extends beyond the packet.
  for (const body of [[0], [0, 9, 97], [0, 1, 97], [0, 1, 97, 0], ...(version === 5 ? [[0, 1, 97, 0, 7]] : [])])
    expect(readPublish(Buffer.from([0x32, body.length, ...body, 0, 0, 0, 0]), 0, version)).toBeUndefined()
})

test.each([1, 7, 64, 100, 1000])(
  'in pieces of %d bytes, among other packets, each message is taken once and in order',
  async (size) => {
    const client = await t.connected(5)
    const sent = Array.from({ length: 40 }, (_, index) => `${index} ${'z'.repeat((index * 37) % 300)}`)
    const bytes = Buffer.concat(
      sent.flatMap((payload, index) => [
        generate(
          publish({
            payload,
            messageId: index + 1,
            qos: index % 7 === 6 ? 2 : 1,
            properties: index % 5 === 4 ? { userProperties: { a: 'b' } } : {},
          }),
          { protocolVersion: 5 },
        ),
        ...(index % 3 === 2 ? [generate({ cmd: 'pingreq' }, { protocolVersion: 5 })] : []),
      ]),
    )
    client.socket.setNoDelay(true)
    for (let at = 0; at < bytes.length; at += size) {
      client.socket.write(bytes.subarray(at, at + size))
      if (size > 1 || at % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await t.arrived(sent.length)).toEqual(sent)
  },
)
