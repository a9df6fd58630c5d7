import type { EnumValue } from '@emberwatch/contract'
import { contactIdCodes } from './codes-contact-id.ts'
import { emberwatchCodes } from './codes-emberwatch.ts'
import { gb26875Codes } from './codes-gb26875.ts'
import { siaCodes } from './codes-sia.ts'
import type { ReportParamSeed } from './report-param-seed.ts'

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
  alarmType('hydrant', '消火栓按钮报警', 'Hydrant button'),
  alarmType('electrical', '电气火灾监控报警', 'Electrical fire'),
  alarmType('extinguishing', '灭火系统启动', 'Extinguishing system'),
  alarmType('co', '一氧化碳报警', 'Carbon monoxide'),
  alarmType('medical', '医疗求助', 'Medical'),
  alarmType('panic', '紧急求助', 'Panic or duress'),
  alarmType('untyped', '未分类报警', 'Untyped alarm'),
  alarmType('temperature', '温度异常', 'Abnormal temperature', 'warning', 300, 14_400),
  alarmType('technical', '环境异常', 'Technical alarm', 'warning', 300, 14_400),
  alarmType('burglary', '入侵报警', 'Burglary', 'warning', 300, 14_400),
  alarmType('tamper', '防拆报警', 'Tamper', 'warning', 300, 14_400),
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
  faultType('disabled', '屏蔽', 'Disabled'),
  faultType('component', '部件故障', 'Component trouble'),
  faultType('system', '系统故障', 'System trouble'),
  faultType('battery', '备电故障', 'Battery trouble'),
  faultType('power', '电源故障', 'Power supply trouble'),
  faultType('bus', '总线故障', 'Bus trouble'),
  faultType('line', '线路故障', 'Line trouble'),
  faultType('channel', '通信信道故障', 'Communication trouble'),
  faultType('backupChannel', '备用通信信道故障', 'Backup communication trouble'),
]

/** What the codes on the wire mean (device-link.md, "format + code"). */
export const reportParams: readonly ReportParamSeed[] = [...emberwatchCodes, ...contactIdCodes, ...siaCodes, ...gb26875Codes]
