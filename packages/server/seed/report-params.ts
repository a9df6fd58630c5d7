import type { EnumValue } from '@emberwatch/contract'
import { unreadableCode } from '@emberwatch/device-link'

interface TypeSeed {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
  readonly level: EnumValue<'alarmLevel'>
}

const alarmType = (
  code: string,
  zh: string,
  en: string,
  level: EnumValue<'alarmLevel'> = 'fire',
  acknowledgeS = 90,
  closeS = 3_600,
) => ({
  code,
  name_zh: zh,
  name_en: en,
  level,
  acknowledgeS,
  closeS,
})
const faultType = (code: string, zh: string, en: string): TypeSeed => ({ code, name_zh: zh, name_en: en, level: 'warning' })

export const alarmTypes = [
  alarmType('fire', '火警', 'Fire'),
  alarmType('smoke', '感烟报警', 'Smoke'),
  alarmType('combustion', '可燃气体报警', 'Combustion'),
  alarmType('waterFlow', '水流报警', 'Water flow'),
  alarmType('heat', '感温报警', 'Heat'),
  alarmType('callPoint', '手动报警', 'Manual call point'),
  alarmType('duct', '风管报警', 'Duct'),
  alarmType('flame', '火焰报警', 'Flame'),
  alarmType('nearAlarm', '预警', 'Near alarm', 'warning', 300, 14_400),
  alarmType('unreadable', '无法读取，可能是火警', 'Unreadable, may be a fire'),
  alarmType('supervisory', '监管', 'Fire supervisory', 'warning', 300, 14_400),
] as const

export const faultTypes: readonly TypeSeed[] = [
  faultType('mains', '主电故障', 'Mains loss'),
  faultType('lowBattery', '电池电量低', 'Low battery'),
  faultType('fireTrouble', '火灾回路故障', 'Fire trouble'),
  faultType('sensor', '探测器故障', 'Sensor trouble'),
  faultType('offline', '离线', 'Offline'),
  faultType('tamper', '防拆', 'Tamper'),
  faultType('supervisory', '监管', 'Fire supervisory'),
  faultType('unreadable', '无法识别的报文', 'Unreadable message'),
  faultType('numbersRestarted', '报文序号重新计数', 'Message numbers restarted'),
  faultType('unknownCode', '未知代码，可能为报警', 'Unknown code, may be an alarm'),
]

export interface ReportParamSeed {
  readonly format: EnumValue<'reportCodeType'>
  readonly code: string
  readonly type: EnumValue<'reportType'>
  readonly alarm?: string
  readonly fault?: string
  readonly restores?: string
  readonly zh: string
  readonly en: string
}

/** Contact ID: first digit 1 = new, 3 = restore, 6 = status still present (device-link.md). */
const contactId = (
  event: string,
  type: 'alarm' | 'fault' | 'lowPower',
  target: string,
  zh: string,
  en: string,
  zhRestored = `${zh}恢复`,
): ReportParamSeed[] => {
  const points = type === 'alarm' ? { alarm: target } : { fault: target }
  return [
    { format: 'CID', code: `1${event}`, type, ...points, zh, en },
    { format: 'CID', code: `6${event}`, type, ...points, zh, en },
    {
      format: 'CID',
      code: `3${event}`,
      type: 'restore',
      ...points,
      restores: `1${event}`,
      zh: zhRestored,
      en: `${en} restored`,
    },
  ]
}

const contactIdTest = (event: string, zh: string, en: string): ReportParamSeed[] =>
  ['1', '6', '3'].map((qualifier) => ({ format: 'CID', code: `${qualifier}${event}`, type: 'test', zh, en }))

/** Our own names, for devices without a code table. */
const own = (
  name: string,
  type: 'alarm' | 'fault' | 'lowPower',
  target: string,
  zh: string,
  en: string,
  zhRestored = `${zh}恢复`,
): ReportParamSeed[] => {
  const points = type === 'alarm' ? { alarm: target } : { fault: target }
  return [
    { format: 'EW', code: name, type, ...points, zh, en },
    { format: 'EW', code: `restore:${name}`, type: 'restore', ...points, restores: name, zh: zhRestored, en: `${en} restored` },
  ]
}

const sensorTroubles = Array.from({ length: 14 }, (_, index) => String(380 + index))
const supervisories = ['200', '201', '202', '203', '204', '205', '206']

/** What the codes on the wire mean (device-link.md, "format + code"). */
export const reportParams: readonly ReportParamSeed[] = [
  ...contactId('110', 'alarm', 'fire', '火警', 'Fire'),
  ...contactId('111', 'alarm', 'smoke', '烟雾', 'Smoke'),
  ...contactId('112', 'alarm', 'combustion', '燃烧', 'Combustion'),
  ...contactId('113', 'alarm', 'waterFlow', '水流指示', 'Water flow', '水流指示复位'),
  ...contactId('114', 'alarm', 'heat', '高温', 'Heat'),
  ...contactId('115', 'alarm', 'callPoint', '手动报警按钮', 'Manual call point'),
  ...contactId('116', 'alarm', 'duct', '风管', 'Duct'),
  ...contactId('117', 'alarm', 'flame', '火焰', 'Flame'),
  ...contactId('118', 'alarm', 'nearAlarm', '接近报警', 'Near alarm'),
  ...supervisories.flatMap((event) => contactId(event, 'fault', 'supervisory', `监管 ${event}`, `Fire supervisory ${event}`)),
  ...contactId('301', 'fault', 'mains', '主电故障', 'Mains loss', '主电恢复'),
  ...contactId('302', 'lowPower', 'lowBattery', '电池电量低', 'Low battery', '电池电量恢复正常'),
  ...contactId('373', 'fault', 'fireTrouble', '火灾回路故障', 'Fire trouble'),
  ...sensorTroubles.flatMap((event) => contactId(event, 'fault', 'sensor', `探测器故障 ${event}`, `Sensor trouble ${event}`)),
  ...contactIdTest('602', '定期测试', 'Periodic test'),
  ...contactIdTest('604', '火警测试', 'Fire test'),
  ...own('fire', 'alarm', 'fire', '火警', 'Fire'),
  ...own('smoke', 'alarm', 'smoke', '烟雾', 'Smoke'),
  ...own('heat', 'alarm', 'heat', '高温', 'Heat'),
  ...own('flame', 'alarm', 'flame', '火焰', 'Flame'),
  ...own('call_point', 'alarm', 'callPoint', '手动报警按钮', 'Manual call point'),
  ...own('water_flow', 'alarm', 'waterFlow', '水流指示', 'Water flow', '水流指示复位'),
  ...own('low_battery', 'lowPower', 'lowBattery', '电池电量低', 'Low battery', '电池电量恢复正常'),
  ...own('offline', 'fault', 'offline', '离线', 'Offline'),
  ...own('tamper', 'fault', 'tamper', '防拆', 'Tamper'),
  ...own('mains', 'fault', 'mains', '主电故障', 'Mains loss', '主电恢复'),
  ...own('sensor', 'fault', 'sensor', '探测器故障', 'Sensor trouble'),
  {
    format: 'EW',
    code: unreadableCode,
    type: 'alarm',
    alarm: 'unreadable',
    zh: '报文无法读取，可能是火警',
    en: 'Unreadable message, may be a fire',
  },
  { format: 'EW', code: 'test', type: 'test', zh: '测试', en: 'Test' },
  { format: 'EW', code: 'heartbeat', type: 'heartbeat', zh: '心跳', en: 'Heartbeat' },
  { format: 'EW', code: 'telemetry', type: 'telemetry', zh: '遥测', en: 'Telemetry' },
]
