import { expect, test } from 'vitest'
import { readGb26875Content } from './content.ts'

const time = [10, 9, 8, 28, 11, 26]
const at = '2026-11-28T08:09:10'

/** A component: system 1 of type 1, point 37 of loop 2. */
const component = (type: number, state: number, text = '', systemType = 1): number[] => {
  const described = new Uint8Array(31)
  described.set(Buffer.from(text, 'hex'))
  return [systemType, 1, type, 37, 0, 2, 0, state & 0xff, state >> 8, ...described, ...time]
}
const read = (...bytes: number[]) => readGb26875Content(Uint8Array.from(bytes))
const codes = (found: ReturnType<typeof read>) => found.reports.map(({ code }) => code)

test('a component in alarm: the fire, what else is over, and its text in GB 18030', () => {
  // 一号厅 in GB 18030
  const found = read(2, 1, ...component(42, 0b11, 'd2bbbac5ccfc'))
  expect(found).toMatchObject({ unreadable: 0, cut: false })
  expect(codes(found)).toEqual([
    'component/42/fire',
    'restore:component/42/fault',
    'restore:component/42/shielded',
    'restore:component/42/supervised',
    'restore:component/42/powerFault',
  ])
  expect(found.reports[0]).toEqual({
    device: '1-2-37',
    code: 'component/42/fire',
    format: 'GB26875',
    time: at,
    values: { state: 3, systemType: 1, text: '一号厅' },
  })
})

test('the test bit is a label that hides no fire', () => {
  expect(read(2, 1, ...component(42, 0b10)).reports[0]).toMatchObject({ code: 'component/42/fire', values: { test: true } })
})

test('each bit of each kind of state is said, set and cleared', () => {
  const all = codes(read(1, 1, 1, 3, 0xff, 0xff, ...time))
  expect(all).toEqual(
    ['fire', 'fault', 'shielded', 'supervised', 'started', 'feedback', 'delayed', 'mainsFault', 'batteryFault', 'busFault']
      .concat(['configurationChanged', 'reset'])
      .map((name) => `system/1/${name}`),
  )
  expect(codes(read(1, 1, 1, 3, 1, 0, ...time))).toEqual(
    ['fire', 'fault', 'shielded', 'supervised', 'mainsFault', 'batteryFault', 'busFault'].map(
      (name) => `restore:system/1/${name}`,
    ),
  )
  expect(codes(read(21, 1, 0b111_1110, ...time))).toEqual(
    ['fire', 'fault', 'mainsFault', 'batteryFault', 'channelFault', 'lineFault'].map((name) => `transmitter/${name}`),
  )
  expect(read(21, 1, 1, ...time).reports.every(({ device }) => device === null)).toBe(true)
})

test('several objects in one frame, and more than the number says', () => {
  for (const count of [2, 1, 0]) {
    const found = read(2, count, ...component(42, 1), ...component(31, 3))
    expect(found.unreadable).toBe(0)
    expect(codes(found)).toContain('component/31/fire')
  }
})

test('what is missing is said, and what is there is used', () => {
  const whole = component(42, 3)
  for (const size of [1, 9, 45]) {
    const found = read(2, 2, ...whole, ...whole.slice(0, size))
    expect(found).toMatchObject({ cut: true, unreadable: 1 })
    expect(codes(found)).toContain('component/42/fire')
  }
  expect(read(2, 2, ...whole)).toMatchObject({ cut: true, unreadable: 1 })
  expect(read(2)).toMatchObject({ reports: [], cut: false })
})

test('zeros that fill up are nothing', () => {
  expect(read(2, 1, ...component(42, 3), ...new Uint8Array(50))).toMatchObject({ unreadable: 0, cut: false })
})

test('an object of nothing but zeros fills up, whatever the number says: it ends nothing', () => {
  for (const [type, object, size] of [
    [2, component(42, 3), 46],
    [1, [10, 1, 3, 0, ...time], 10],
  ] as const) {
    const zeros = [...new Uint8Array(size)]
    const alone = read(type, 1, ...object)
    expect(read(type, 2, ...object, ...zeros)).toEqual(alone)
    expect(read(type, 3, ...zeros, ...object, ...zeros)).toEqual(alone)
    expect(read(type, 2, ...zeros, ...zeros).reports).toEqual([])
    expect(read(type, 2, ...object, ...zeros.slice(1))).toMatchObject({ cut: true, unreadable: 1 })
  }
  // The same state with a time is one.
  expect(codes(read(1, 1, 0, 0, 0, 0, ...time))).toContain('restore:system/0/fire')
})

test('systems of two types are two places, and so are their components', () => {
  const device = (...bytes: number[]) => read(...bytes).reports[0]?.device
  expect(device(1, 1, 1, 1, 3, 0, ...time)).toBe('1')
  expect(device(1, 1, 10, 1, 1, 0, ...time)).toBe('t10-1')
  expect(device(2, 1, ...component(42, 3))).toBe('1-2-37')
  expect(device(2, 1, ...component(42, 3, '', 12))).toBe('t12-1-2-37')
  expect(device(2, 1, ...component(42, 3, '', 0))).toBe('t0-1-2-37')
  expect(device(4, 1, 10, 1, 0b100, 9, ...time)).toBe('t10-1')
  expect(device(5, 1, 10, 1, 2, 14)).toBe('t10-1')
  expect(device(6, 1, 10, 1, 1, 0x61)).toBe('t10-1')
  expect(device(7, 1, ...component(42, 0, '', 12).slice(0, 7), ...new Uint8Array(31))).toBe('t12-1-2-37')
  expect(device(8, 1, 10, 1, ...time)).toBe('t10-1')
})

test('measured values have the unit and the step of their quantity, with a sign', () => {
  const analog = (quantity: number, value: number) => {
    const bytes = Buffer.alloc(2)
    bytes.writeInt16LE(value)
    return read(3, 1, 12, 2, 91, 5, 0, 0, 0, quantity, ...bytes, ...time).reports[0]
  }
  expect(analog(4, 3)).toMatchObject({ device: 't12-2-0-5', code: 'analog', time: at, values: { pressure: 0.3, unit: 'MPa' } })
  expect(analog(3, -125)?.values).toMatchObject({ temperature: -12.5, unit: '°C' })
  expect(analog(2, 1_234)?.values).toMatchObject({ height: 12.34, unit: 'm' })
  expect(analog(99, 7)?.values).toMatchObject({ analog99: 7 })
})

test('operations at a panel and at the transmitter', () => {
  expect(codes(read(4, 1, 1, 3, 0b101, 9, ...time))).toEqual(['operation/reset', 'operation/manualAlarm'])
  expect(read(4, 1, 1, 3, 0b101, 9, ...time).reports[0]).toMatchObject({ device: '3', values: { operator: 9 } })
  expect(codes(read(24, 1, 0b100000, 9, ...time))).toEqual(['transmitterOperation/dutyAnswer'])
  expect(codes(read(24, 1, 0, 9, ...time))).toEqual(['transmitterOperation/none'])
})

test('versions, configurations and times', () => {
  expect(read(5, 1, 1, 3, 2, 14).reports[0]).toMatchObject({ device: '3', code: 'version', values: { version: '2.14' } })
  expect(read(25, 1, 2, 14).reports[0]).toMatchObject({ device: null, code: 'version' })
  expect(read(6, 1, 1, 3, 2, 0x61, 0x62).reports[0]).toMatchObject({ code: 'configuration', values: { text: 'ab' } })
  expect(read(26, 1, 2, 0x61, 0x62).reports[0]).toMatchObject({ code: 'configuration', values: { text: 'ab' } })
  expect(read(7, 1, ...component(42, 0).slice(0, 7), ...new Uint8Array(31)).reports[0]).toMatchObject({ device: '1-2-37' })
  expect(read(8, 1, 1, 3, ...time).reports[0]).toMatchObject({ code: 'time', time: at })
  expect(read(28, 1, ...time).reports[0]).toMatchObject({ device: null, code: 'time', time: at })
})

test('what makers define and what the standard reserves is kept, and told apart', () => {
  expect(read(190, 1, 0).reports).toEqual([{ code: 'user/190', format: 'GB26875', values: { content: 'be0100' } }])
  expect(codes(read(254, 0))).toEqual(['user/254'])
  expect(codes(read(9, 1, 2))).toEqual(['type/9'])
  expect(codes(read(255, 1, 2))).toEqual(['type/255'])
})

test('any bytes are read without an error', () => {
  for (let type = 0; type < 256; type++)
    for (const size of [0, 1, 7, 46, 300])
      expect(() => read(type, size, ...Array.from({ length: size }, (_, index) => (index * 37 + type) & 0xff))).not.toThrow()
})
