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
  const say = async (channel: string, payload: string) => {
    const topic = `ew/v1/GW-SAY/${channel}`
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
      values: { signal: -70 },
      reports: [],
    })
  })
  test.each([
    ['report', '{"seq":7,"rep'],
    ['report', '{}'],
    ['other', '{"seq":1}'],
  ])('stays unsaid where it cannot be decoded: %s %s', async (channel, payload) => {
    expect(await say(channel, payload)).toBeNull()
  })
})
