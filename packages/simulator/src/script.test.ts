import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Device } from './device.ts'
import { deviceKinds } from './device-kinds.ts'
import { readFleetFile, createFleet } from './fleet.ts'
import { seededRandom } from './random.ts'
import { parseLine } from './script.ts'
import { fileSequences } from './sequences.ts'

const file = join(tmpdir(), `emberwatch-simulator-${process.pid}.json`)
afterAll(() => rmSync(file, { force: true }))

describe('script', () => {
  test.each([
    ['smoke in room 501 now', 0],
    ['  Smoke   in room 501  ', 0],
    ['heat at SD0003 after 10 s', 10],
    ['smoke SD0003 in 2.5s', 2.5],
    ['alarm at SD0003', 0],
    ['restore room 501', 0],
    ['low battery SD0003', 0],
    ['report SD0003 1383', 0],
    ['silence GW1', 0],
    ['storm', 0],
    ['wait 5 s', 0],
    ['list', 0],
  ])('"%s" is understood', (line, afterSeconds) => {
    expect(parseLine(line)?.afterSeconds).toBe(afterSeconds)
  })

  test.each(['', '   ', '# smoke in room 501'])('"%s" does nothing', (line) => {
    expect(parseLine(line)).toBeUndefined()
  })

  test.each(['smoke', 'smoke in the kitchen please', 'flood in room 5', 'silence', 'storm now please', 'wait soon'])(
    '"%s" is refused',
    (line) => {
      expect(() => parseLine(line)).toThrow(SyntaxError)
    },
  )

  test('a room with several devices prefers the named kind', () => {
    const devices = [
      { code: 'A', kind: 'heat', room: '501' },
      { code: 'B', kind: 'smoke', room: '501' },
    ]
    const fleet = createFleet({ url: 'mqtt://127.0.0.1:1', gateways: [{ code: 'G', secret: 's', devices }] })
    expect(fleet.inRoom('501', 'smoke').spec.code).toBe('B')
    expect(fleet.inRoom('501').spec.code).toBe('A')
    expect(() => fleet.inRoom('502')).toThrow(RangeError)
  })
})

describe('devices', () => {
  test.each(deviceKinds.map((kind) => [kind]))('%s raises what it detects and restores exactly that', (kind) => {
    const device = new Device({ code: 'D', kind }, seededRandom(1))
    const raised = device.alarm()
    expect(raised).toMatchObject({ device: 'D', format: 'CID', code: expect.stringMatching(/^1\d{3}$/) })
    expect(device.inAlarm).toBe(true)
    expect(device.restore().map(({ code }) => code)).toEqual([raised.code.replace(/^1/, '3')])
    expect(device.restore()).toEqual([])
    expect(device.telemetry().values).toHaveProperty('battery')
  })

  test('a low battery shows in the telemetry, a sounder obeys', () => {
    const device = new Device({ code: 'D', kind: 'sounder' }, seededRandom(1))
    expect(device.lowBattery()).toMatchObject({ code: '1302' })
    expect(Number(device.telemetry().values?.['battery'])).toBeLessThan(10)
    expect(device.command({ id: '1', command: 'sound' })).toEqual({ result: 'ok', values: { sounding: true } })
    expect(device.command({ id: '2', command: 'silence' })).toEqual({ result: 'ok' })
    expect(device.command({ id: '3', command: 'sound' })).toEqual({ result: 'ok', values: { sounding: false } })
    expect(device.command({ id: '4', command: 'explode' })).toMatchObject({ result: 'refused' })
  })

  test('an unknown kind or alarm is refused', () => {
    expect(() => new Device({ code: 'D', kind: 'toaster' }, seededRandom(1))).toThrow(RangeError)
    expect(() => new Device({ code: 'D', kind: 'smoke' }, seededRandom(1)).alarm('flood')).toThrow(RangeError)
  })
})

test('message numbers kept in a file are never used twice, also after a crash', () => {
  const used = new Set<number>()
  for (let run = 0; run < 3; run++) {
    const store = fileSequences(file)
    const start = store.start('G')
    for (let number = start; number < start + 1500; number++) {
      expect(used.has(number)).toBe(false)
      used.add(number)
      store.used('G', number)
    }
  }
})

test('a fleet file is read, and a mistake is named by its place', () => {
  const gateways = [
    {
      code: 'G',
      secret: 's',
      devices: [
        { code: 'D', kind: 'smoke', room: '501' },
        { code: 'E', kind: 'heat' },
      ],
    },
  ]
  writeFileSync(file, JSON.stringify({ gateways }))
  expect(readFleetFile(file)).toEqual(gateways)
  writeFileSync(file, JSON.stringify({ gateways: [{ code: 'G', secret: 's', devices: [{ code: 'D' }] }] }))
  expect(() => readFleetFile(file)).toThrow('gateways[0].devices[0].kind')
  expect(readFileSync(file, 'utf8')).toContain('"G"')
})

test('the same seed gives the same numbers', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))
  expect(draw(4)).toEqual(draw(4))
  expect(draw(4)).not.toEqual(draw(5))
})
