import { DomainError, type AuditObjectKind } from '@emberwatch/contract'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { alarmTypeVerbs, faultTypeVerbs } from '../../alarms/signal-type/signal-type.verbs.ts'
import { pageAlarmTypes, pageFaultTypes } from '../../alarms/signal-type/signal-type.reads.ts'
import { createSite, startIngest, type Site, type StartedIngest } from '../../ingest/ingest/ingest.fixture.ts'
import { createReportParam, removeReportParam, setReportParamEnabled, updateReportParam } from './report-param.verbs.ts'
import { pageReportParams, reportParamExport } from './report-param.reads.ts'
import { testFrame } from './test-frame.ts'

let world: TestWorld
let siter: Ctx

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin, 'en')
})
afterAll(() => world.stop())

let marks = 0
const mark = (): string => `own_${++marks}`
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => {
      if (error instanceof DomainError) return { reason: error.reason, field: error.field, params: error.params }
      throw error
    },
  )
const audits = async (kind: AuditObjectKind, id: number) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => [action, changes])
const paramOf = (id: number) => world.db.selectFrom('report_param').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const names = { nameZh: '自定义', nameEn: 'Own' }
const newAlarmType = async () =>
  (await alarmTypeVerbs.create(siter, { code: mark(), ...names, level: 'fire', acknowledgeS: 60, closeS: 600 })).id
const newFaultType = async () => (await faultTypeVerbs.create(siter, { code: mark(), ...names, level: 'warning' })).id
const reasons = { reasonZh: '含义', reasonEn: 'Meaning' }
const newParam = async (more: Partial<Parameters<typeof createReportParam>[1]> = {}) => {
  const code = more.code ?? mark()
  const type = more.type ?? 'alarm'
  const alarmTypeId = type === 'alarm' ? (more.alarmTypeId ?? (await newAlarmType())) : undefined
  const input = { format: 'EW' as const, code, type, ...reasons, notify: true, ...more, ...(alarmTypeId ? { alarmTypeId } : {}) }
  return { code, alarmTypeId: alarmTypeId ?? 0, id: (await createReportParam(siter, input)).id }
}

describe('alarm and fault types', () => {
  test('are created, edited, disabled and deleted, each with its audit row', async () => {
    const id = await newAlarmType()
    const edit = { ...names, level: 'warning', acknowledgeS: 120 } as const
    await alarmTypeVerbs.update(siter, { id, version: 1, ...edit })
    await alarmTypeVerbs.setEnabled(siter, { id, enabled: false })
    const row = (await pageAlarmTypes(siter, { pageSize: 100 })).list.find((each) => each.id === id)
    expect(row).toMatchObject({ level: 'warning', acknowledgeS: 120, closeS: null, enabled: false, paramCount: 0, version: 3 })
    await alarmTypeVerbs.remove(siter, { id })
    const actions = (await audits('alarm_type', id)).map(([action]) => action)
    expect(actions).toEqual(['alarmType.create', 'alarmType.update', 'alarmType.forbidden', 'alarmType.del'])

    const fault = await newFaultType()
    await faultTypeVerbs.update(siter, { id: fault, version: 1, ...names, level: 'notice' })
    await faultTypeVerbs.setEnabled(siter, { id: fault, enabled: false })
    expect((await pageFaultTypes(siter, { pageSize: 100 })).list.find((each) => each.id === fault)).toMatchObject({
      level: 'notice',
      enabled: false,
    })
    await faultTypeVerbs.remove(siter, { id: fault })
    const done = (await audits('fault_type', fault)).map(([action]) => action)
    expect(done).toEqual(['faultType.create', 'faultType.update', 'faultType.forbidden', 'faultType.del'])
  })

  test('have unique codes; an edit of an old version is refused; no alarm is to be closed before it is confirmed', async () => {
    const code = mark()
    const input = { code, ...names, level: 'fire', acknowledgeS: 60 } as const
    const { id } = await alarmTypeVerbs.create(siter, input)
    expect(await refusal(alarmTypeVerbs.create(siter, input))).toMatchObject({ reason: 'duplicate', field: 'code' })
    await alarmTypeVerbs.update(siter, { id, version: 1, ...names, level: 'fire', acknowledgeS: 60 })
    const stale = alarmTypeVerbs.update(siter, { id, version: 1, ...names, level: 'fire', acknowledgeS: 61 })
    expect(await refusal(stale)).toMatchObject({ reason: 'staleVersion' })
    const early = alarmTypeVerbs.create(siter, { ...input, code: mark(), acknowledgeS: 90, closeS: 60 })
    expect(await refusal(early)).toMatchObject({ reason: 'invalidInput', field: 'closeS' })
  })

  test('in use are not deleted, and the refusal names what uses them', async () => {
    const { code, alarmTypeId } = await newParam()
    expect(await refusal(alarmTypeVerbs.remove(siter, { id: alarmTypeId }))).toMatchObject({
      reason: 'inUse',
      params: { dependants: [`EW ${code}`] },
    })
    const faultTypeId = await newFaultType()
    const fault = await newParam({ type: 'fault', faultTypeId })
    expect(await refusal(faultTypeVerbs.remove(siter, { id: faultTypeId }))).toMatchObject({
      reason: 'inUse',
      params: { dependants: [`EW ${fault.code}`] },
    })
  })

  test('that are built in cannot be deleted: a restart would create them again, and the program raises some of the faults itself', async () => {
    const fire = await world.db.selectFrom('alarm_type').select('id').where('code', '=', 'fire').executeTakeFirstOrThrow()
    const offline = await world.db.selectFrom('fault_type').select('id').where('code', '=', 'offline').executeTakeFirstOrThrow()
    expect(await refusal(alarmTypeVerbs.remove(siter, fire))).toMatchObject({ reason: 'notHere' })
    expect(await refusal(faultTypeVerbs.remove(siter, offline))).toMatchObject({ reason: 'notHere' })
  })
})

describe('report parameters', () => {
  test('are created, edited, switched and deleted, each with its audit row', async () => {
    const { id, code, alarmTypeId } = await newParam()
    const edit = { type: 'alarm', alarmTypeId, reasonZh: '新含义', reasonEn: 'New', notify: false } as const
    await updateReportParam(siter, { id, version: 1, ...edit })
    await setReportParamEnabled(siter, { id, enabled: false })
    const found = (await pageReportParams(siter, { keyword: code, sourceFormat: 'EW' })).list
    expect(found).toMatchObject([
      { id, format: 'EW', code, typeNameEn: 'Own', reasonZh: '新含义', notify: false, enabled: false },
    ])
    expect((await pageReportParams(siter, { keyword: code, sourceFormat: 'CID' })).list).toEqual([])
    expect((await reportParamExport.page(siter, { alarmTypeId })).list).toHaveLength(1)
    await removeReportParam(siter, { id })
    const actions = (await audits('report_param', id)).map(([action]) => action)
    expect(actions).toEqual(['reportParam.create', 'reportParam.update', 'reportParam.forbidden', 'reportParam.del'])
  })

  test.each([
    [{ type: 'alarm' }, 'alarmTypeId'],
    [{ type: 'fault' }, 'faultTypeId'],
    [{ type: 'lowPower' }, 'faultTypeId'],
    [{ type: 'restore' }, 'restoresCode'],
    [{ type: 'restore', restoresCode: 'telemetry' }, 'restoresCode'],
  ] as const)('%o alone says too little', async (given, field) => {
    const input = { format: 'EW', code: mark(), ...given, ...reasons, notify: true } as const
    expect(await refusal(createReportParam(siter, input))).toMatchObject({ reason: 'invalidInput', field })
  })

  test('a code is defined once, and not with a disabled type; a parameter keeps its present type', async () => {
    const { id, code, alarmTypeId } = await newParam()
    const again = { format: 'EW', code, type: 'alarm', alarmTypeId, ...reasons, notify: true } as const
    expect(await refusal(createReportParam(siter, again))).toMatchObject({ reason: 'duplicate', field: 'code' })
    await alarmTypeVerbs.setEnabled(siter, { id: alarmTypeId, enabled: false })
    const fresh = createReportParam(siter, { ...again, code: mark() })
    expect(await refusal(fresh)).toMatchObject({ reason: 'notHere', field: 'alarmTypeId' })
    await updateReportParam(siter, { id, version: 1, type: 'alarm', alarmTypeId, ...reasons, notify: true })
  })

  test('a restore ends what its code raises, even after that changes; while it exists, its code must raise something', async () => {
    const { id, code } = await newParam()
    const restore = await newParam({ type: 'restore', restoresCode: code.toUpperCase() })
    const other = await newAlarmType()
    await updateReportParam(siter, { id, version: 1, type: 'alarm', alarmTypeId: other, ...reasons, notify: true })
    expect(await paramOf(restore.id)).toMatchObject({ restores_code: code, alarm_type_id: other })
    const nothing = updateReportParam(siter, { id, version: 2, type: 'telemetry', ...reasons, notify: true, note: 'mistaken' })
    expect(await refusal(nothing)).toMatchObject({ reason: 'inUse', params: { dependants: [`EW ${restore.code}`] } })
    expect(await refusal(removeReportParam(siter, { id }))).toMatchObject({ reason: 'inUse' })
  })

  test('a restore that ends an alarm and a trouble still ends the trouble after the alarm changes', async () => {
    const sia = (code: string) =>
      world.db
        .selectFrom('report_param')
        .selectAll()
        .where('format', '=', 'SIA')
        .where('code', '=', code)
        .executeTakeFirstOrThrow()
    const [alarm, before] = [await sia('GA'), await sia('GR')]
    expect(before.fault_type_id).not.toBeNull()
    const { id, version } = alarm
    const alarmTypeId = await newAlarmType()
    await updateReportParam(siter, { id, version, type: 'alarm', alarmTypeId, ...reasons, notify: true })
    expect(await sia('GR')).toMatchObject({ alarm_type_id: alarmTypeId, fault_type_id: before.fault_type_id })
    expect(await sia('GH')).toMatchObject({ alarm_type_id: alarmTypeId, fault_type_id: null })
  })

  test('making an alarm something else needs a note, which the audit log keeps', async () => {
    const { id } = await newParam()
    const edit = { id, version: 1, type: 'telemetry', ...reasons, notify: true } as const
    expect(await refusal(updateReportParam(siter, edit))).toMatchObject({ reason: 'invalidInput', field: 'note' })
    await updateReportParam(siter, { ...edit, note: 'the maker says so' })
    expect((await audits('report_param', id)).at(-1)).toMatchObject([
      'reportParam.update',
      { type: ['alarm', 'telemetry'], note: [null, 'the maker says so'] },
    ])
  })

  test('built-in ones cannot be deleted', async () => {
    const smoke = await world.db.selectFrom('report_param').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
    expect(await refusal(removeReportParam(siter, smoke))).toMatchObject({ reason: 'notHere' })
  })
})

describe('notification texts', () => {
  test('a text may only use known variables, or is refused at its field', async () => {
    const { id } = await newParam({ smsZh: '{project}{place} 报警 {time}', voiceEn: 'Alarm at {project}', mergeWindowS: 60 })
    expect(await paramOf(id)).toMatchObject({
      sms_zh: '{project}{place} 报警 {time}',
      voice_en: 'Alarm at {project}',
      merge_window_s: 60,
    })
    for (const wrong of ['{room}', '{{project}}', 'a { b', 'a } b', '{project', '{Project}'])
      expect(await refusal(newParam({ smsEn: wrong })), wrong).toMatchObject({ reason: 'invalidInput', field: 'smsEn' })
  })

  test('the frame test shows an example: the own text, else the standard one, nothing where nobody is notified', async () => {
    const own = await newParam({ smsEn: '{type} {code} at {project}' })
    const said = async (code: string) => (await testFrame(siter, { sample: `EW ${code}` })).reports[0]
    expect(await said(own.code)).toMatchObject({ sms: `Own ${own.code} at Example Tower` })
    expect((await said(own.code))?.voice).toContain('"Own" at Example Tower')
    const silent = await newParam({ notify: false, smsEn: 'x' })
    expect(await said(silent.code)).toMatchObject({ sms: null, voice: null })
  })
})

describe('a sample message', () => {
  test('shows the result of each report, and stores nothing', async () => {
    const { code } = await newParam()
    const off = await newParam()
    await setReportParamEnabled(siter, { id: off.id, enabled: false })
    const sent = ['smoke', 'restore:smoke', 'low_battery', 'telemetry', code, off.code, 'heartbeat2', 'tamper_x']
    const sample = JSON.stringify({ seq: 1, reports: sent.map((each) => ({ device: 'SD1', format: 'EW', code: each })) })
    const before = await world.db.selectFrom('report').select('id').execute()
    const { unreadable, reports } = await testFrame(siter, { sample })
    expect(unreadable).toBeNull()
    expect(reports.map(({ comesTo }) => comesTo)).toEqual([
      'alarm',
      'restored',
      'fault',
      'stored',
      'alarm',
      'unknownRaised',
      'unknownRaised',
      'unknownRaised',
    ])
    expect(reports[4]).toMatchObject({ deviceCode: 'SD1', type: 'alarm', typeNameEn: 'Own', reasonEn: 'Meaning' })
    expect(await world.db.selectFrom('report').select('id').execute()).toEqual(before)
  })
  test.each([
    ['CID 1110', [{ sourceFormat: 'CID', sourceCode: '1110', comesTo: 'alarm' }], null],
    ['restore:unheard', [{ sourceFormat: null, sourceCode: 'restore:unheard' }], null],
    ['GB26875 component/42/fire', [{ comesTo: 'alarm', typeNameEn: 'Smoke' }], null],
    ['GB26875 component/200/fault', [{ comesTo: 'fault', sourceCode: 'component/200/fault', reasonEn: 'Component fault' }], null],
    ['CID 3999', [{ comesTo: 'unknownListed' }], null],
    ['{"seq": 1, "reports": [', [], 'notJson'],
  ])('%s', async (sample, reports, unreadable) => {
    expect(await testFrame(siter, { sample })).toMatchObject({ reports, unreadable })
  })
})

test.each([
  ['cut off, so that anything may follow', '{"seq": 1, "reports": [', true],
  ['names an alarm', '{"seq": 1, "reports": [{"device": "SD1", "codes": "smoke"}]}', true],
  ['names no alarm', '{"seq": 1, "reports": [{"device": "SD1", "code": "telemetry"}, {"device": "SD2"}]}', false],
  [
    'has a second report that cannot be read',
    '{"seq": 1, "reports": [{"device": "SD1", "code": "telemetry"}, {"device": "SD2", "codes": "smoke"}]}',
    true,
  ],
  ['can be read', '{"seq": 1, "reports": [{"device": "SD1", "code": "smoke"}]}', false],
])('a sample that %s says whether its gateway raises an alarm', async (_what, sample, unreadableAlarm) => {
  expect(await testFrame(siter, { sample })).toMatchObject({ unreadableAlarm })
})

describe('in the ingest', () => {
  let started: StartedIngest
  let site: Site
  beforeAll(async () => {
    started = await startIngest(world.connection)
    site = await createSite(world.db, 1, 1)
  })
  afterAll(() => started.stop())

  const raised = async () => {
    const alarms = await world.db
      .selectFrom('alarm')
      .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
      .select(['type.name_en as name', 'alarm.level'])
      .where('alarm.path', '=', site.path)
      .orderBy('alarm.id')
      .execute()
    const faults = await world.db
      .selectFrom('fault')
      .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
      .select('type.code')
      .where('fault.path', '=', site.path)
      .orderBy('fault.id')
      .execute()
    return { alarms, faults: faults.map((row) => row.code) }
  }

  test('a change applies at once: defined, renamed, type disabled, code disabled; nothing that was an alarm is dropped', async () => {
    const [gateway] = site.gateways
    if (!gateway) throw new Error('no gateway')
    const client = await connectAsync(started.url, { protocolVersion: 4, username: gateway.code, password: gateway.secret })
    let seq = 0
    const send = (code: string) =>
      client.publishAsync(
        `ew/v1/${gateway.code}/report`,
        JSON.stringify({ seq: ++seq, reports: [{ device: gateway.devices[0]?.code, format: 'EW', code }] }),
        { qos: 1 },
      )
    /** Sends it repeatedly until ingest knows of the change, as a device would: a notification takes a moment. */
    const until = async (code: string, expected: object) => {
      await expect
        .poll(
          async () => {
            await send(code)
            return raised()
          },
          { timeout: 5_000, interval: 50 },
        )
        .toMatchObject(expected)
    }

    const { id, code, alarmTypeId } = await newParam({ code: 'mains' + mark() })
    await until(code, { alarms: [{ name: 'Own', level: 'fire' }] })
    // Both response clocks of its type start with the first signal.
    const alarm = (await pageAlarms(siter, { keyword: gateway.devices[0]?.code ?? '' })).list[0]
    expect(Date.parse(alarm?.closeDueAt ?? '') - Date.parse(alarm?.raisedAt ?? '')).toBe(600_000)
    expect(Date.parse(alarm?.acknowledgeDueAt ?? '') - Date.parse(alarm?.raisedAt ?? '')).toBe(60_000)

    await alarmTypeVerbs.setEnabled(siter, { id: alarmTypeId, enabled: false })
    await world.db.deleteFrom('alarm_open').execute()
    await until(code, { alarms: [{ name: 'Own' }, { name: 'Own' }] })

    await setReportParamEnabled(siter, { id, enabled: false })
    await until(code, { alarms: [{}, {}], faults: expect.arrayContaining(['unknownCode']) })
    const listed = await world.db
      .selectFrom('unknown_report')
      .select(['kind', 'may_be_alarm'])
      .where('path', '=', site.path)
      .execute()
    expect(listed).toEqual([{ kind: 'unknownCode', may_be_alarm: true }])
    await client.endAsync(true)

    // It has raised alarms, which refer to it.
    expect(await refusal(removeReportParam(siter, { id }))).toMatchObject({ reason: 'inUse' })
    const used = await refusal(alarmTypeVerbs.remove(siter, { id: alarmTypeId }))
    expect(used).toMatchObject({ reason: 'inUse', params: { dependants: [`EW ${code}`, 'Alarm log'] } })
  })
})
