import { writeGb26875 } from '@emberwatch/device-link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { pageMqttLog } from './mqtt-log.reads.ts'

let world: TestWorld
let south: Ctx
beforeAll(async () => {
  world = await testWorld()
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

describe('the decoded content of an MQTT message', () => {
  const say = (channel: string, payload: string) => log(`ew/v1/GW-SAY/${channel}`, payload)
  const log = async (topic: string, payload: string) => {
    await world.db
      .insertInto('mqtt_log')
      .values({ path: world.companies.south.path, client: 'GW-SAY', topic, direction: 'up', payload, result: 'taken' })
      .execute()
    return (await pageMqttLog(south, { client: 'GW-SAY' })).list[0]?.decoded
  }
  test('is its reports, each with the meaning of its code', async () => {
    const time = '2026-11-20T08:00:00.000Z'
    const reports = [
      { device: 'D-1', format: 'EW', code: 'smoke', time, values: { ppm: 12 } },
      { format: 'EW', code: 'unheard-of' },
    ]
    expect(await say('report', JSON.stringify({ seq: 7, time, reports }))).toEqual({
      seq: 7,
      deviceTime: time,
      command: null,
      values: {},
      reports: [
        {
          device: 'D-1',
          format: 'EW',
          code: 'smoke',
          type: 'alarm',
          reason: expect.stringMatching(/\S/),
          deviceTime: time,
          values: { ppm: 12 },
        },
        { device: null, format: 'EW', code: 'unheard-of', type: null, reason: null, deviceTime: null, values: {} },
      ],
    })
  })
  test('is the values of a heartbeat', async () => {
    expect(await say('heartbeat', '{"seq":8,"signal":-70}')).toEqual({
      seq: 8,
      deviceTime: null,
      command: null,
      values: { signal: -70 },
      reports: [],
    })
  })
  test('is what a frame of a transmitter says, with the meaning of its kind where a component has none of its own', async () => {
    // State of two components of system 1: a photoelectric smoke detector in alarm, and a flow switch with a fault.
    const at = [10, 9, 8, 28, 11, 26]
    const component = (type: number, point: number, state: number) => [
      ...Uint8Array.of(1, 1, type, point, 0, 2, 0, state, 0),
      ...Buffer.alloc(31),
      ...at,
    ]
    const content = Uint8Array.from([2, 2, ...component(42, 37, 0b11), ...component(96, 38, 0b101)])
    const time = '2026-11-28T08:09:10'
    const frame = { sequence: 7, version: [1, 7], time, source: 140, destination: 0, command: 2, content } as const
    const said = await log('gb26875:140', writeGb26875(frame).toString('hex'))
    expect(said).toMatchObject({
      seq: 7,
      deviceTime: time,
      command: 2,
      values: { source: 140, destination: 0, version: '1.7' },
    })
    const meant = new Map(said?.reports.map(({ device, code, type, reason }) => [`${device} ${code}`, { type, reason }]))
    expect(meant.get('1-2-37 component/42/fire')).toMatchObject({ type: 'alarm', reason: 'Photoelectric smoke detector alarm' })
    expect(meant.get('1-2-38 component/96/fault')).toMatchObject({ type: 'fault', reason: 'Component fault' })
    expect(meant.get('1-2-38 restore:component/96/fire')).toMatchObject({ type: 'restore', reason: 'Flow switch restored' })
    const cut = writeGb26875(frame).toString('hex').slice(0, -40)
    expect(await log('gb26875:140', cut)).toMatchObject({ values: { flaw: 'checksum', unreadable: 1 } })
    expect(await log('gb26875:140', '4040')).toBeNull()
  })
  test.each([
    ['report', '{"seq":7,"rep'],
    ['report', '{}'],
    ['other', '{"seq":1}'],
  ])('stays unsaid where it cannot be decoded: %s %s', async (channel, payload) => {
    expect(await say(channel, payload)).toBeNull()
  })
})
