import { maxPayloadBytes, upChannels, unreadableCode } from '@emberwatch/device-link'
import { seededRandom } from '@emberwatch/simulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/database/database.ts'
import type { BrokerMessage } from '../../../platform/broker/broker.ts'
import { runCount } from '../../../testing/runs.ts'
import { signalsOf } from './signals.ts'
import { GatewayCache } from './gateway-cache.ts'
import type { InboundMessage } from './inbound-message.ts'
import { rowsOf, useIngest } from './ingest.testing.ts'
import { LogBudget } from '../../../platform/broker/log-budget.ts'
import { ReportCodeTable } from './report-code-table.ts'
import { flawedFire, hiddenFire, mutatedFire } from './mutate.testing.ts'
import { Preparer } from './prepare.ts'

/** How many mutations are decoded; the first of them are also sent all the way. Set `MUTATIONS=10000000` for a long run. */
const decoded = runCount('MUTATIONS', 100_000)
const stored = Math.min(decoded, runCount('MUTATIONS_STORED', 10_000))
/** How many are read with flaws in their JSON, and as many through other doors. */
const flawed = Math.min(decoded, runCount('MUTATIONS_FLAWED', 20_000))
const firstSeed = Number(process.env['SEED'] ?? 20_261_121)
const batchSize = 500

const t = useIngest()
const codes = [
  ['CID', '1110'],
  ['CID', '6115'],
  ['CID', '1118'],
  ['EW', 'smoke'],
  ['EW', 'call_point'],
] as const

let alarmCodes: ReadonlySet<string>
let preparer: Preparer
let close: () => Promise<void>

beforeEach(async () => {
  const { pool, close: end } = openDatabase(t.connection)
  const reportCodes = new ReportCodeTable(pool)
  await reportCodes.start()
  preparer = new Preparer({ gatewayCache: new GatewayCache(pool), reportCodes, budget: new LogBudget() })
  close = end
  const rows = await t.db.selectFrom('report_param').select('code').where('type', '=', 'alarm').execute()
  alarmCodes = new Set(rows.map(({ code }) => code.toLowerCase()))
  return () => close()
})

/**
 * Whether a payload, read the obvious way, names an alarm code where a report is expected. Implemented independently, because it
 * checks the decoder.
 */
const namesFire = (payload: Buffer): boolean => {
  if (payload.length > maxPayloadBytes) return false
  const value = read(payload.toString())
  const at = (place: unknown): boolean =>
    Array.isArray(place)
      ? place.some(at)
      : typeof place === 'object' && place !== null && Object.hasOwn(place, 'code') && isAlarm((place as { code: unknown }).code)
  const reports = typeof value === 'object' && value !== null && 'reports' in value ? value.reports : undefined
  return at(value) || at(reports)
}

const read = (text: string): unknown => {
  for (const attempt of [text, text.replace(/^[\s\0\uFEFF]+|[\s\0\uFEFF]+$/g, '')]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // the next
    }
  }
  return undefined
}

const isAlarm = (code: unknown): boolean => {
  return (typeof code === 'string' || typeof code === 'number') && alarmCodes.has(String(code).trim().toLowerCase())
}

function* mutations(count: number, seed: number): Generator<Buffer> {
  const random = seededRandom(seed)
  for (let index = 0; index < count; index++) {
    const [format, code] = codes[index % codes.length] ?? codes[0]
    // Registered and unknown devices alternate.
    const device = index % 3 === 0 ? t.device.code : `F-${index % 200}`
    yield mutatedFire(random, { device, code, format })
  }
}

const prepared = (payload: Uint8Array, channel = 'report'): InboundMessage | Promise<InboundMessage> => {
  const { code } = t.gateway
  const message: BrokerMessage = {
    gateway: code,
    channel,
    topic: `ew/v1/${code}/${channel}`,
    payload,
    receivedAt: new Date(),
  }
  return preparer.prepare(message, () => undefined)
}

const raises = (item: InboundMessage) => signalsOf(item).alarms.filter(({ action }) => action === 'raise')

describe(`a fire with everything around it changed (seed ${firstSeed})`, () => {
  test(`${decoded} times: it is an alarm whenever the JSON names one, and else somebody looks`, { timeout: 0 }, async () => {
    let named = 0
    let index = 0
    for (const payload of mutations(decoded, firstSeed)) {
      const answer = prepared(payload)
      const item = answer instanceof Promise ? await answer : answer
      const isFire = namesFire(payload)
      if (isFire) named++
      const isSeen =
        raises(item).length > 0 || (!isFire && (item.detectedFaults.length > 0 || item.rows.length > 0 || payload.length === 0))
      // Not `expect`, which would take most of the time.
      if (!isSeen && !isHarmless(payload))
        throw new Error(`mutation ${index} of seed ${firstSeed} is lost: ${payload.toString().slice(0, 2000)}`)
      if (raises(item).length > 0 && !(item.urgent && item.alarm))
        throw new Error(`mutation ${index} of seed ${firstSeed} has to wait: ${payload.toString().slice(0, 2000)}`)
      index++
    }
    expect(named).toBeGreaterThan(decoded * 0.8)
  })

  test(
    `${flawed} times in JSON with a flaw: it is an alarm of its device, or of its gateway if the end is missing`,
    { timeout: 0 },
    async () => {
      const random = seededRandom(firstSeed)
      let index = 0
      for (; index < flawed; index++) {
        const [format, code] = codes[index % codes.length] ?? codes[0]
        const { payload, cut } = flawedFire(random, { device: t.device.code, code, format })
        const item = await prepared(payload)
        const alarms = raises(item)
        const isHere = alarms.some(({ deviceId, code: raised }) => deviceId === t.device.id && raised !== unreadableCode)
        const isOfGateway = cut && (alarms.length > 0 || payload.length === 0)
        if ((!isHere && !isOfGateway) || !item.urgent)
          throw new Error(`flaw ${index} of seed ${firstSeed} hides a fire: ${payload.toString()}`)
      }
      expect(index).toBe(flawed)
    },
  )

  test.each(upChannels)(
    `${flawed} times where none is expected, by %s: it is an alarm of its device`,
    { timeout: 0 },
    async (channel) => {
      const random = seededRandom(firstSeed)
      let index = 0
      for (; index < flawed / upChannels.length; index++) {
        const [format, code] = codes[index % codes.length] ?? codes[0]
        const payload = hiddenFire(random, { device: t.device.code, code, format }, channel)
        const item = await prepared(payload, channel)
        if (!raises(item).some(({ deviceId }) => deviceId === t.device.id))
          throw new Error(`message ${index} of seed ${firstSeed} hides a fire: ${payload.toString()}`)
      }
      expect(index).toBe(Math.ceil(flawed / upChannels.length))
    },
  )

  test('a lost gateway is urgent too, but waits for alarms', async () => {
    const gone = await prepared(Buffer.from(JSON.stringify({ seq: 1, reports: [{ format: 'EW', code: 'offline' }] })))
    expect(gone).toMatchObject({ urgent: true, alarm: false })
  })

  test(`${stored} times through a gateway: the alarm is listed`, { timeout: 0 }, async () => {
    const topic = `ew/v1/${t.gateway.code}/report`
    let expected = 0
    let batch: Buffer[] = []
    const flush = async () => {
      await Promise.all(batch.map((payload) => t.client.publishAsync(topic, payload, { qos: 1 })))
      const open = await t.db
        .selectFrom('alarm_open')
        .innerJoin('alarm', 'alarm.id', 'alarm_open.alarm_id')
        .select(['alarm_open.point', 'alarm_open.type_id'])
        .where('alarm.path', '=', t.site.path)
        .where('alarm.state', '=', 'unconfirmed')
        .execute()
      const standing = new Set(open.map(({ point, type_id: type }) => `${type} ${point}`))
      for (const payload of batch) {
        const fires = raises(await prepared(payload))
        if (namesFire(payload)) expect(fires.length, payload.toString().slice(0, 2000)).toBeGreaterThan(0)
        for (const { typeId, point } of fires) expect(standing, payload.toString().slice(0, 2000)).toContain(`${typeId} ${point}`)
        expected += fires.length
      }
      batch = []
    }
    for (const payload of mutations(stored, firstSeed + 1)) {
      batch.push(payload)
      if (batch.length === batchSize) await flush()
    }
    await flush()
    const counted = (await rowsOf.alarms(t)).reduce((sum, alarm) => sum + alarm.repeat_count + 1, 0)
    expect(counted).toBeLessThanOrEqual(expected)
    // Only deliberate duplicates carry no boot id or running clock; all others can be told apart.
    expect(counted).toBeGreaterThan(expected * 0.95)
  })
})

/** An empty list of reports says nothing and needs no attention. */
const isHarmless = (payload: Buffer): boolean => {
  const value = read(payload.toString())
  return (
    typeof value === 'object' &&
    value !== null &&
    ('reports' in value || Array.isArray(value)) &&
    !/"\s*code\s*"/i.test(payload.toString())
  )
}
