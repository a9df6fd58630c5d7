import { gb26875, originCodeOf, readGb26875Content, restoreCodeOf, unreadableCode } from '@emberwatch/device-link'
import { describe, expect, test } from 'vitest'
import { CodeMeanings, type CodeRow } from '../src/features/equipment/report-param/code-meanings.ts'
import { alarmTypes, faultTypes, reportParams } from './report-params.ts'
import type { ReportParamSeed } from './report-param-seed.ts'

const alarmIds = new Map(alarmTypes.map(({ code }, index) => [code, index + 1]))
const faultIds = new Map(faultTypes.map(({ code }, index) => [code, index + 1]))
const idOf = (ids: ReadonlyMap<string, number>, code: string | undefined): number | null =>
  code === undefined ? null : (ids.get(code) ?? null)
const levels = new Map(alarmTypes.map(({ code, level }) => [code, level]))

const rowOf = ({ format, code, type, alarm, fault, restores }: ReportParamSeed): CodeRow => ({
  format,
  code,
  type,
  restores_code: restores ?? null,
  fault_type_id: idOf(faultIds, fault),
  notify: true,
  merge_window_s: 0,
  enabled: true,
  alarm_type_id: idOf(alarmIds, alarm),
  level: levels.get(alarm ?? '') ?? null,
  name_zh: alarm ?? null,
  name_en: alarm ?? null,
  acknowledge_s: 90,
})
const faultRows = faultTypes.map(({ code }, index) => ({ id: index + 1, code }))
const seeded = new CodeMeanings(reportParams.map(rowOf), faultRows)
const byKey = new Map(reportParams.map((param) => [`${param.format} ${param.code}`, param]))
const list = (params: readonly ReportParamSeed[]): string[] => params.map(({ format, code }) => `${format} ${code}`)
const targets = ({ alarm, fault }: ReportParamSeed) => [alarm, fault]

describe('the seeded codes', () => {
  test('are defined once, whatever their case', () => {
    expect(new Set(reportParams.map(({ format, code }) => `${format} ${code}`.toLowerCase())).size).toBe(reportParams.length)
  })

  test('fit into the form, are named in both languages, and raise types that exist', () => {
    const isLong = ({ code, zh, en }: ReportParamSeed) => code.length > 40 || zh.length > 80 || en.length > 80
    const isUnnamed = ({ zh, en }: ReportParamSeed) => !/\p{Script=Han}/u.test(zh) || /\p{Script=Han}/u.test(en) || en === ''
    const isAstray = ({ type, alarm, fault }: ReportParamSeed) =>
      (alarm !== undefined && !alarmIds.has(alarm)) ||
      (fault !== undefined && !faultIds.has(fault)) ||
      (type === 'alarm' && alarm === undefined) ||
      ((type === 'fault' || type === 'lowPower') && fault === undefined)
    expect(list(reportParams.filter((param) => isLong(param) || isUnnamed(param) || isAstray(param)))).toEqual([])
  })

  test('are found, each as what it is', () => {
    const lost = reportParams.filter(({ format, code, type }) => seeded.find(format, code)?.type !== type)
    expect(list(lost)).toEqual([])
  })

  test('end what their origin raises, if they are restores', () => {
    const restores = reportParams.filter(({ type }) => type === 'restore')
    expect(restores.length).toBeGreaterThan(300)
    const astray = restores.filter((restore) => {
      const origin = byKey.get(`${restore.format} ${restore.restores}`)
      return (
        originCodeOf(restore.format, restore.code) !== restore.restores ||
        origin === undefined ||
        targets(origin).some((target, index) => target !== undefined && target !== targets(restore)[index])
      )
    })
    expect(list(astray)).toEqual([])
  })

  test('have the restore of their format, if they raise something', () => {
    const endless = reportParams.filter(({ format, code, alarm, fault }) => {
      // Nothing says that what could not be read is over.
      const restore = code === unreadableCode ? undefined : restoreCodeOf(format, code)
      return (alarm ?? fault) !== undefined && restore !== undefined && byKey.get(`${format} ${restore}`)?.type !== 'restore'
    })
    expect(list(endless)).toEqual([])
  })

  test.each([
    ['CID', '1110', 'fire'],
    ['CID', '6162', 'co'],
    ['CID', '1121', 'panic'],
    ['CID', '1151', 'combustion'],
    ['CID', '1100', 'medical'],
    ['SIA', 'FA', 'fire'],
    ['SIA', 'GA', 'combustion'],
    ['SIA', 'KA', 'heat'],
    ['SIA', 'SA', 'waterFlow'],
    ['SIA', 'HA', 'panic'],
    ['GB26875', 'component/42/fire', 'smoke'],
    ['GB26875', 'component/200/fire', 'fire'],
    ['GB26875', 'transmitterOperation/manualAlarm', 'callPoint'],
  ])('%s %s raises the highest level of alarm, as %s', (format, code, type) => {
    expect(seeded.find(format, code)).toMatchObject({ type: 'alarm', alarm: { id: alarmIds.get(type), level: 'fire' } })
  })

  test.each([
    ['CID', '1571'],
    ['SIA', 'FB'],
    ['GB26875', 'component/42/shielded'],
  ])('%s %s: what is disabled is a fault', (format, code) => {
    expect(seeded.find(format, code)).toMatchObject({ type: 'fault', faultTypeId: faultIds.get('disabled') })
  })

  test.each([
    ['CID', '1401'],
    ['CID', '3401'],
    ['SIA', 'OP'],
    ['GB26875', 'component/42/started'],
  ])('%s %s is only stored', (format, code) => {
    expect(seeded.find(format, code)).toMatchObject({ type: 'telemetry', alarm: null, faultTypeId: null })
  })
})

const time = [0, 0, 0, 1, 1, 26]
const types = Array.from({ length: 256 }, (_, type) => type)
const words = (bits: readonly number[]): number[][] => bits.map((bit) => [(1 << bit) & 0xff, (1 << bit) >> 8])
const codesOf = (content: readonly number[]): string[] =>
  readGb26875Content(Uint8Array.from(content)).reports.map(({ code }) => code)
const bits = Array.from({ length: 16 }, (_, bit) => bit)

/** Every code that the codec can produce from objects with one bit set, of every type. */
const produced = new Set([
  ...types.flatMap((type) => words(bits).flatMap((state) => codesOf([1, 1, type, 1, ...state, ...time]))),
  ...types.flatMap((type) =>
    words(bits).flatMap((state) => codesOf([2, 1, 1, 1, type, 1, 0, 1, 0, ...state, ...Array<number>(31).fill(0), ...time])),
  ),
  ...bits
    .slice(0, 8)
    .flatMap((bit) => [
      ...codesOf([21, 1, 1 << bit, ...time]),
      ...codesOf([4, 1, 1, 1, 1 << bit, 0, ...time]),
      ...codesOf([24, 1, 1 << bit, 0, ...time]),
    ]),
])

describe('GB/T 26875', () => {
  test('every state and operation that the codec can produce has a meaning', () => {
    expect(produced.size).toBeGreaterThan(256 * 30)
    const meant = (code: string) => seeded.find(gb26875, code)?.type ?? 'nothing'
    expect([...produced].filter((code) => meant(code) === 'nothing')).toEqual([])
  })

  test('every fire and manual alarm is an alarm, every other trouble an alarm or a fault, every end a restore', () => {
    const isFire = (code: string) => /^(?!restore:).*(?:\/fire|\/manualAlarm)$/.test(code)
    const isTrouble = (code: string) => /^(?!restore:).*(?:fault|Fault|\/shielded|\/supervised)$/.test(code)
    const wrong = [...produced].filter((code) => {
      const { type, alarm, faultTypeId } = seeded.find(gb26875, code) ?? { type: null, alarm: null, faultTypeId: null }
      if (isFire(code)) return type !== 'alarm' || alarm?.level !== 'fire'
      if (isTrouble(code)) return !(type === 'alarm' && alarm !== null) && !(type === 'fault' && faultTypeId !== null)
      return code.startsWith('restore:') && type !== 'restore'
    })
    expect(wrong).toEqual([])
    expect([...produced].filter(isFire).length).toBe(256 + 256 + 1 + 2)
  })

  test('the end of one state never ends another of the same object', () => {
    const raised = (frame: readonly number[]) =>
      codesOf(frame)
        .filter((code) => !code.startsWith('restore:'))
        .flatMap((code) => {
          const { type, alarm, faultTypeId } = seeded.find(gb26875, code) ?? {}
          const ends = restoreCodeOf(gb26875, code) !== undefined
          return type === 'alarm' ? [`alarm ${alarm?.id} ${ends}`] : type === 'fault' ? [`fault ${faultTypeId} ${ends}`] : []
        })
    const frames = [
      ...types.map((type) => [1, 1, type, 1, 0xff, 0xff, ...time]),
      ...types.map((type) => [2, 1, 1, 1, type, 1, 0, 1, 0, 0xff, 0xff, ...Array<number>(31).fill(0), ...time]),
      [21, 1, 0xff, ...time],
    ]
    const shared = frames.filter((frame) => {
      const lasting = raised(frame).filter((each) => each.endsWith('true'))
      const passing = raised(frame).filter((each) => each.endsWith('false'))
      const ended = new Set(lasting)
      return ended.size !== lasting.length || passing.some((each) => ended.has(each.replace('false', 'true')))
    })
    expect(shared).toEqual([])
  })

  test('an operation shares no type with a state of the same place', () => {
    const alarmOf = (code: string) => seeded.find(gb26875, code)?.alarm?.id
    const states = [
      ...types.map((type) => alarmOf(`system/${type}/fire`)),
      alarmOf('transmitter/fire'),
      alarmOf('system/1/supervised'),
    ]
    expect(states).not.toContain(alarmOf('operation/manualAlarm'))
    expect(states).not.toContain(alarmOf('transmitterOperation/manualAlarm'))
  })
})
