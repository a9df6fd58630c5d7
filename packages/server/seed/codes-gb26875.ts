import { gb26875 } from '@emberwatch/device-link'
import { alarmOf, faultOf, raising, type Names, type ReportParamSeed } from './report-param-seed.ts'

const stored = (code: string, zh: string, en: string, type: 'telemetry' | 'test' = 'telemetry'): ReportParamSeed => ({
  format: gb26875,
  code,
  type,
  zh,
  en,
})

/**
 * The states that every system and component has. A frame says of each whether it lasts or is over, so each raises a type of its own: the end of
 * one must not end another.
 */
const commonStates = (of: string, fault: string, zh: string, en: string): ReportParamSeed[] => [
  ...raising(gb26875, `${of}/fire`, alarmOf('fire'), [`${zh}火警`, `${en} fire`]),
  ...raising(gb26875, `${of}/fault`, faultOf(fault), [`${zh}故障`, `${en} fault`]),
  // What is disabled says nothing, and silence never looks healthy.
  ...raising(gb26875, `${of}/shielded`, faultOf('disabled'), [`${zh}屏蔽`, `${en} disabled`, `${zh}屏蔽解除`]),
  ...raising(gb26875, `${of}/supervised`, alarmOf('supervisory'), [`${zh}监管`, `${en} supervisory`]),
  stored(`${of}/started`, `${zh}启动`, `${en} started`),
  stored(`${of}/feedback`, `${zh}反馈`, `${en} feedback`),
  stored(`${of}/delayed`, `${zh}延时`, `${en} delayed`),
]

const fault = (code: string, type: string, ...names: Names): ReportParamSeed[] => raising(gb26875, code, faultOf(type), names)

/** What somebody did. A manual alarm has no end, and raises a type that no state of the same place ends. */
const operations = (of: string, zh: string, en: string): ReportParamSeed[] => [
  ...raising(gb26875, `${of}/manualAlarm`, alarmOf('callPoint'), [`${zh}手动报警`, `${en}Manual alarm`]),
  stored(`${of}/reset`, `${zh}复位`, `${en}Reset`),
  stored(`${of}/silence`, `${zh}消音`, `${en}Silenced`),
  stored(`${of}/alarmCleared`, `${zh}警情消除`, `${en}Alarm cleared`),
  stored(`${of}/selfTest`, `${zh}自检`, `${en}Self-test`, 'test'),
  stored(`${of}/test`, `${zh}测试`, `${en}Test`, 'test'),
  stored(`${of}/none`, `${zh}无操作`, `${en}No operation`),
]

/** Types of systems and components whose fires have an alarm type of their own, by alarm type. */
const fires: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  combustion: {
    'component/10': ['可燃气体探测器报警', 'Gas detector alarm'],
    'component/11': ['点型可燃气体探测器报警', 'Point gas detector alarm'],
    'component/12': ['独立式可燃气体探测器报警', 'Independent gas detector alarm'],
    'component/13': ['线型可燃气体探测器报警', 'Line gas detector alarm'],
    'component/74': ['气体火灾探测器报警', 'Gas fire detector alarm'],
  },
  electrical: {
    'component/16': ['电气火灾监控报警', 'Electrical fire monitor alarm'],
    'component/17': ['剩余电流式电气火灾监控报警', 'Residual current alarm'],
    'component/18': ['测温式电气火灾监控报警', 'Electrical temperature alarm'],
  },
  callPoint: { 'component/23': ['手动火灾报警按钮报警', 'Manual call point'] },
  hydrant: {
    'component/24': ['消火栓按钮报警', 'Hydrant button'],
    'system/11': ['消火栓系统报警', 'Hydrant system alarm'],
  },
  heat: {
    'component/30': ['感温火灾探测器报警', 'Heat detector alarm'],
    'component/31': ['点型感温火灾探测器报警', 'Point heat detector alarm'],
    'component/32': ['点型感温火灾探测器（S 型）报警', 'Point heat detector (S) alarm'],
    'component/33': ['点型感温火灾探测器（R 型）报警', 'Point heat detector (R) alarm'],
    'component/34': ['线型感温火灾探测器报警', 'Line heat detector alarm'],
    'component/35': ['线型感温火灾探测器（S 型）报警', 'Line heat detector (S) alarm'],
    'component/36': ['线型感温火灾探测器（R 型）报警', 'Line heat detector (R) alarm'],
    'component/37': ['光纤感温火灾探测器报警', 'Optical fibre heat detector alarm'],
  },
  smoke: {
    'component/40': ['感烟火灾探测器报警', 'Smoke detector alarm'],
    'component/41': ['点型离子感烟火灾探测器报警', 'Ionisation smoke detector alarm'],
    'component/42': ['点型光电感烟火灾探测器报警', 'Photoelectric smoke detector alarm'],
    'component/43': ['线型光束感烟火灾探测器报警', 'Beam smoke detector alarm'],
    'component/44': ['吸气式感烟火灾探测器报警', 'Aspirating smoke detector alarm'],
  },
  flame: {
    'component/61': ['紫外火焰探测器报警', 'Ultraviolet flame detector alarm'],
    'component/62': ['红外火焰探测器报警', 'Infrared flame detector alarm'],
    'component/69': ['感光火灾探测器报警', 'Flame detector alarm'],
  },
  waterFlow: {
    'component/96': ['水流指示器动作', 'Flow switch'],
    'component/98': ['报警阀动作', 'Alarm valve'],
    'component/99': ['压力开关动作', 'Pressure switch'],
    'system/12': ['喷水灭火系统水流报警', 'Sprinkler system water flow'],
  },
}

/** Gas is about to fill a room, or does: people must get out. These states have no end. */
const releases: Readonly<Record<string, Names>> = {
  'system/13': ['气体灭火系统', 'Gas extinguishing system'],
  'component/81': ['气体灭火控制器', 'Gas extinguishing controller'],
}

/** GB/T 26875.3, by the codes of device link. `*` stands for every type that has no row of its own. */
export const gb26875Codes: readonly ReportParamSeed[] = [
  ...commonStates('system/*', 'system', '系统', 'System'),
  ...fault('system/*/mainsFault', 'mains', '系统主电故障', 'System mains fault', '系统主电恢复'),
  ...fault('system/*/batteryFault', 'battery', '系统备电故障', 'System battery fault'),
  ...fault('system/*/busFault', 'bus', '系统总线故障', 'System bus fault'),
  stored('system/*/configurationChanged', '系统配置改变', 'System configuration changed'),
  stored('system/*/reset', '系统复位', 'System reset'),
  ...commonStates('component/*', 'component', '部件', 'Component'),
  ...fault('component/*/powerFault', 'power', '部件电源故障', 'Component power fault'),
  ...Object.entries(fires).flatMap(([alarm, types]) =>
    Object.entries(types).flatMap(([type, names]) => raising(gb26875, `${type}/fire`, alarmOf(alarm), names)),
  ),
  ...Object.entries(releases).flatMap(([type, [zh, en]]) => [
    ...raising(gb26875, `${type}/started`, alarmOf('extinguishing'), [`${zh}启动`, `${en} started`]),
    ...raising(gb26875, `${type}/delayed`, alarmOf('extinguishing'), [`${zh}延时启动`, `${en} about to start`]),
    ...raising(gb26875, `${type}/feedback`, alarmOf('extinguishing'), [`${zh}喷放反馈`, `${en} released`]),
  ]),
  ...raising(gb26875, 'transmitter/fire', alarmOf('fire'), ['传输装置火警', 'Transmitter fire']),
  ...fault('transmitter/fault', 'system', '传输装置故障', 'Transmitter fault'),
  ...fault('transmitter/mainsFault', 'mains', '传输装置主电故障', 'Transmitter mains fault', '传输装置主电恢复'),
  ...fault('transmitter/batteryFault', 'battery', '传输装置备电故障', 'Transmitter battery fault'),
  ...fault('transmitter/channelFault', 'channel', '传输装置与中心通信故障', 'Transmitter channel fault'),
  ...fault('transmitter/lineFault', 'line', '监测连接线路故障', 'Monitored line fault'),
  ...operations('operation', '', ''),
  stored('operation/confirm', '确认', 'Confirmed'),
  ...operations('transmitterOperation', '传输装置', 'Transmitter: '),
  stored('transmitterOperation/dutyAnswer', '查岗应答', 'Duty check answered'),
  stored('analog', '模拟量', 'Measured value'),
  stored('configuration', '配置', 'Configuration'),
  stored('version', '软件版本', 'Software version'),
  stored('time', '时间', 'Time'),
]
