import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  buildTopic,
  decodeCommandReply,
  decodeHeartbeat,
  decodeReportMessage,
  decodeUpgradeProgress,
  encodeMessage,
} from '@emberwatch/device-link'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
// The real broker: the simulator is proven against what it will talk to.
import { EmbeddedBroker } from '../../server/src/platform/broker/embedded-broker.ts'
import { createFleet } from './fleet.ts'
import type { Fleet, FleetOptions } from './fleet.ts'

let broker: EmbeddedBroker
let fleet: Fleet | undefined
let messages: { gateway: string; channel: string | undefined; payload: Uint8Array }[] = []

const devices = [
  { code: 'SD1', kind: 'smoke', room: '501' },
  { code: 'HD1', kind: 'heat', room: '502' },
]
const gateways = [
  { code: 'GW1', secret: 's1', devices },
  { code: 'GW2', secret: 's2', devices: [{ code: 'SD2', kind: 'smoke' }] },
]

const start = async (options: Partial<FleetOptions> = {}): Promise<Fleet> => {
  fleet = createFleet({ url: `mqtt://127.0.0.1:${broker.port}`, gateways, heartbeatSeconds: 0, reconnectMs: 20, ...options })
  await fleet.start()
  return fleet
}

const reports = () => {
  return messages
    .filter(({ channel }) => channel === 'report')
    .map(({ gateway, payload }) => {
      const decoded = decodeReportMessage(payload)
      if (!decoded.ok) throw new Error(`the simulator sent a malformed report: ${decoded.reason}`)
      return { gateway, ...decoded.message, seq: decoded.message.seq ?? -1 }
    })
}
const codes = () => reports().flatMap(({ reports: items }) => items.map(({ device, code }) => `${device ?? 'gateway'} ${code}`))

beforeEach(async () => {
  messages = []
  broker = new EmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    authenticate: async (gateway, secret) => gateways.some(({ code, secret: own }) => code === gateway && own === secret),
    log: { info: () => {}, warn: () => {} },
  })
  broker.onMessage((message, done) => {
    messages.push(message)
    done()
  })
  await broker.start()
})

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
  await broker.stop()
})

test('reports, alarms, restores and low battery arrive from the right gateway with rising numbers', async () => {
  const started = await start()
  await started.alarm('smoke', 'SD1')
  await started.alarm(undefined, 'HD1')
  await started.restore('SD1')
  await started.lowBattery('SD2')
  await started.report('SD1', 'tamper', { lid: true })
  expect(codes()).toEqual(['SD1 1111', 'HD1 1114', 'SD1 3111', 'SD2 1302', 'SD1 tamper'])
  expect(reports().map(({ gateway }) => gateway)).toEqual(['GW1', 'GW1', 'GW1', 'GW2', 'GW1'])
  const sequences = reports().flatMap(({ gateway, seq }) => (gateway === 'GW1' ? [seq] : []))
  expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  expect(new Set(sequences).size).toBe(sequences.length)
})

test('a refused gateway learns about it', async () => {
  await expect(start({ gateways: [{ code: 'GW1', secret: 'wrong', devices: [] }] })).rejects.toThrow(/GW1/)
})

test('heartbeats, telemetry and random alarms flow by themselves', async () => {
  await start({ heartbeatSeconds: 0.05, telemetryPerSecond: 200, alarmEverySeconds: 0.05, restoreAfterSeconds: [0, 0] })
  await vi.waitFor(() => {
    const heartbeats = messages.filter(({ channel }) => channel === 'heartbeat')
    expect(heartbeats.length).toBeGreaterThan(2)
    expect(heartbeats.every(({ payload }) => decodeHeartbeat(payload).ok)).toBe(true)
    expect(codes().filter((code) => code.endsWith(' telemetry')).length).toBeGreaterThan(20)
    expect(codes().some((code) => / 111[14]$/.test(code))).toBe(true)
    expect(codes().some((code) => / 311[14]$/.test(code))).toBe(true)
  }, 3000)
})

test('duplicates carry the same number, and disorder loses nothing', async () => {
  const started = await start({ disorder: { duplicates: 1, outOfOrder: 0.5 }, gateways: gateways.slice(0, 1) })
  await Promise.all(Array.from({ length: 40 }, () => started.report('SD1', 'test')))
  await vi.waitFor(() => expect(reports()).toHaveLength(80))
  const sequences = reports().map(({ seq }) => seq)
  expect(new Set(sequences).size).toBe(40)
  expect(sequences).not.toEqual([...sequences].sort((a, b) => a - b))
})

test('after a reconnect storm everything arrives', async () => {
  const started = await start()
  const sending = Array.from({ length: 200 }, () => started.report('SD1', 'test'))
  started.reconnectStorm()
  sending.push(...Array.from({ length: 200 }, () => started.report('SD2', 'test')))
  await Promise.all(sending)
  expect(new Set(reports().map(({ gateway, seq }) => `${gateway} ${seq}`)).size).toBe(400)
  await vi.waitFor(() => expect(broker.status().connections).toBe(2))
})

test('silence and waking', async () => {
  const started = await start()
  await started.silence('GW1')
  await vi.waitFor(() => expect(broker.status().connections).toBe(1))
  await started.telemetry('SD1')
  await started.silence('SD2')
  await started.telemetry('SD2')
  expect(messages).toEqual([])
  await started.wake('GW1')
  await started.wake('SD2')
  await started.telemetry('SD1')
  await started.telemetry('SD2')
  expect(codes()).toEqual(['SD1 telemetry', 'SD2 telemetry'])
})

test('the Will says offline when the connection breaks, with a new number each time', async () => {
  const started = await start({ lastWill: true, gateways: gateways.slice(0, 1) })
  started.reconnectStorm()
  await vi.waitFor(() => expect(codes()).toEqual(['gateway offline']))
  await vi.waitFor(() => expect(broker.status().connections).toBe(1))
  started.reconnectStorm()
  await vi.waitFor(() => expect(codes()).toHaveLength(2))
  expect(new Set(reports().map(({ seq }) => seq)).size).toBe(2)
})

test('commands are answered, expired ones are not, upgrades run to their end', async () => {
  await start({ upgrades: { stepMs: 5 } })
  await delay(30) // its subscriptions
  const send = (id: string, device: string, command: string, expires?: string) =>
    broker.publish(
      buildTopic('GW1', 'command'),
      encodeMessage({ id, device, command, ...(expires === undefined ? {} : { expires }) }),
    )
  await send('late', 'SD1', 'silence', '2020-01-01T00:00:00.000Z')
  await send('1', 'SD1', 'silence')
  await send('2', 'SD1', 'explode')
  await send('3', 'nobody', 'silence')
  const replies = () =>
    messages.filter(({ channel }) => channel === 'command/reply').map(({ payload }) => decodeCommandReply(payload))
  await vi.waitFor(() => expect(replies()).toHaveLength(3))
  expect(replies().map((reply) => reply.ok && [reply.message.id, reply.message.result])).toEqual([
    ['1', 'ok'],
    ['2', 'refused'],
    ['3', 'failed'],
  ])
  const upgrade = {
    task: 't1',
    device: 'SD1',
    version: '1.3.000',
    url: 'https://example.test/f',
    size: 1,
    // Of the single byte that it is given below.
    sha256: createHash('sha256').update('a').digest('hex'),
  }
  await broker.publish(buildTopic('GW1', 'upgrade'), encodeMessage(upgrade))
  await vi.waitFor(() => expect(messages.some(({ channel }) => channel === 'upgrade/chunk/get')).toBe(true))
  const chunk = { task: 't1', offset: 0, total: 1, data: Buffer.from('a').toString('base64'), more: false }
  await broker.publish(buildTopic('GW1', 'upgrade/chunk'), encodeMessage(chunk))
  const states = () =>
    messages.flatMap(({ channel, payload }) => {
      const decoded = channel === 'upgrade/progress' ? decodeUpgradeProgress(payload) : undefined
      return decoded?.ok === true ? [decoded.message.state] : []
    })
  await vi.waitFor(() => expect(states()).toEqual(['downloading', 'downloading', 'verifying', 'installing', 'succeeded']))
})
