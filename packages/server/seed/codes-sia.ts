import { siaFormat } from '@emberwatch/device-link'
import { alarmOf, faultOf, lowPower, raising, type Names, type Raised, type ReportParamSeed } from './report-param-seed.ts'

type Codes = Readonly<Record<string, Names>>

/** A kind of zone: its letter, its names, the types of its alarms and of its troubles. */
type Zones = readonly [letter: string, zh: string, en: string, alarm: string, trouble: string]

const zones: readonly Zones[] = [
  ['B', '入侵', 'Burglary', 'burglary', 'sensor'],
  ['F', '火灾', 'Fire', 'fire', 'fireTrouble'],
  ['G', '燃气', 'Gas', 'combustion', 'sensor'],
  ['H', '劫持', 'Hold-up', 'panic', 'sensor'],
  ['K', '高温', 'Heat', 'heat', 'sensor'],
  ['M', '医疗', 'Medical', 'medical', 'sensor'],
  ['P', '紧急求助', 'Panic', 'panic', 'sensor'],
  ['Q', '紧急情况', 'Emergency', 'panic', 'sensor'],
  ['S', '喷淋', 'Sprinkler', 'waterFlow', 'supervisory'],
  ['T', '防拆', 'Tamper', 'tamper', 'tamper'],
  ['U', '未分类', 'Untyped', 'untyped', 'sensor'],
  ['W', '水浸', 'Water', 'technical', 'sensor'],
  ['Z', '低温', 'Freeze', 'temperature', 'sensor'],
]

/** Further alarms, by alarm type. */
const alarms: Readonly<Record<string, Codes>> = {
  fire: {
    FG: ['火灾未复核报警', 'Unverified event, fire'],
    FM: ['火灾交叉报警', 'Fire alarm, cross point'],
  },
  untyped: {
    UG: ['未分类未复核报警', 'Unverified event, untyped'],
    UX: ['未定义报警', 'Undefined alarm'],
    UZ: ['未分类点丢失报警', 'Untyped missing alarm'],
  },
  burglary: {
    BG: ['入侵未复核报警', 'Unverified event, burglary'],
    BM: ['入侵交叉报警', 'Burglary alarm, cross point'],
    BV: ['入侵已复核', 'Burglary verified'],
    CM: ['刚布防时点丢失报警', 'Missing alarm, recent closing'],
    EA: ['外出报警', 'Exit alarm'],
    EZ: ['外出错误时点丢失报警', 'Missing alarm, exit error'],
    XM: ['交叉点丢失报警', 'Missing alarm, cross point'],
  },
  tamper: {
    AA: ['报警主机被替换', 'Alarm, panel substitution'],
    JA: ['多次输错用户密码', 'User code tamper'],
  },
  medical: { NA: ['长时间无活动', 'No activity', '恢复活动'] },
}

/** Further faults, by fault type. */
const faults: Readonly<Record<string, Codes>> = {
  mains: { AT: ['主电故障', 'AC trouble', '主电恢复'] },
  fireTrouble: {
    FW: ['火灾监管故障', 'Fire supervisory trouble'],
    FY: ['火灾探测点丢失', 'Missing fire trouble'],
  },
  supervisory: {
    FS: ['火灾监管', 'Fire supervisory'],
    FZ: ['火灾监管点丢失', 'Missing fire supervision'],
  },
  sensor: {
    AS: ['模拟量探测器需维护', 'Analog service'],
    BD: ['频繁报警防区故障', 'Swinger trouble'],
    BZ: ['监管点丢失', 'Missing supervision'],
    UY: ['未分类点丢失', 'Untyped missing trouble'],
  },
  component: {
    DJ: ['撤防时强行开门', 'Door forced, trouble'],
    DM: ['门未关闭', 'Door left open, trouble'],
    DT: ['门禁故障', 'Access trouble'],
    EM: ['扩展设备丢失', 'Expansion device missing'],
    ET: ['扩展设备故障', 'Expansion trouble'],
    EX: ['外部设备异常', 'External device condition'],
    IA: ['设备故障', 'Equipment failure condition'],
    OU: ['输出故障', 'Output state, trouble'],
    VO: ['打印机缺纸', 'Printer paper out', '打印机有纸'],
    VT: ['打印机故障', 'Printer trouble'],
    VZ: ['打印机离线', 'Printer off line', '打印机在线'],
    YA: ['警铃故障', 'Bell fault'],
  },
  tamper: {
    ES: ['扩展设备防拆', 'Expansion device tamper'],
    XS: ['无线接收机防拆', 'RF receiver tamper'],
  },
  line: { LT: ['电话线路故障', 'Phone line trouble'] },
  channel: {
    NC: ['网络异常', 'Network condition'],
    NT: ['网络故障', 'Network failure'],
    XL: ['无线信号弱', 'Low received signal strength'],
    XQ: ['无线干扰', 'RF interference'],
    XX: ['未按时测试', 'Fail to test'],
    YC: ['通信失败', 'Communications fail', '通信恢复'],
    YD: ['接收机线路卡故障', 'Receiver line card trouble'],
    YS: ['通信故障', 'Communications trouble'],
  },
  power: {
    YI: ['过流', 'Overcurrent trouble'],
    YP: ['电源故障', 'Power supply trouble'],
  },
  system: {
    RY: ['测试时状态异常', 'Test off normal'],
    YF: ['参数校验错误', 'Parameter checksum fail'],
    YU: ['诊断错误', 'Diagnostic error'],
    YW: ['看门狗复位', 'Watchdog reset'],
    YX: ['需要维修', 'Service required', '维修完成'],
  },
  unreadable: {
    RT: ['数据丢失', 'Data lost'],
    YN: ['无效报告', 'Invalid report'],
    YO: ['未知报文', 'Unknown message'],
  },
}

const lowBatteries: Codes = {
  XT: ['发射机电池电量低', 'Transmitter battery trouble', '发射机电池恢复正常'],
  YM: ['系统电池缺失', 'System battery missing'],
  YT: ['系统电池电量低', 'System battery trouble', '系统电池恢复正常'],
}

/** Stored without raising anything. */
const stored: Codes = {
  AB: ['放弃上报', 'Abort'],
  BC: ['取消入侵报警', 'Burglary cancel'],
  CA: ['自动布防（分区）', 'Automatic closing, area'],
  CD: ['逾时未布防', 'Closing delinquent'],
  CE: ['延长布防时间', 'Closing extend'],
  CF: ['强制布防', 'Forced closing'],
  CG: ['部分布防', 'Close area'],
  CI: ['未按时布防', 'Fail to close'],
  CJ: ['延迟布防', 'Late close'],
  CK: ['提前布防', 'Early close'],
  CL: ['布防', 'Closing report'],
  CO: ['已发送指令', 'Command sent'],
  CP: ['自动布防', 'Automatic closing'],
  CQ: ['远程布防', 'Remote closing'],
  CR: ['刚布防后报警', 'Recent closing'],
  CS: ['钥匙开关布防', 'Closing keyswitch'],
  CT: ['未按时撤防（分区）', 'Late to open'],
  CW: ['曾强制布防', 'Was force armed'],
  CX: ['执行自定义功能', 'Custom function executed'],
  CZ: ['单点布防', 'Point closing'],
  DA: ['分配门禁卡', 'Card assigned'],
  DB: ['删除门禁卡', 'Card deleted'],
  DC: ['门禁关闭', 'Access closed'],
  DD: ['拒绝进入', 'Access denied'],
  DE: ['请求进入', 'Request to enter'],
  DG: ['允许进入', 'Access granted'],
  DI: ['拒绝进入：重复进入', 'Access denied, passback'],
  DK: ['拒绝进入：已锁定', 'Access lockout'],
  DN: ['门未关闭（无报警）', 'Door left open, neither alarm nor trouble'],
  DO: ['门禁开放', 'Access open'],
  DP: ['拒绝进入：时间不符', 'Access denied, unauthorized time'],
  DQ: ['拒绝进入：布防状态不符', 'Access denied, unauthorized arming state'],
  DS: ['门禁站', 'Door station'],
  DU: ['经销商编号', 'Dealer ID'],
  DV: ['拒绝进入：权限不足', 'Access denied, unauthorized entry level'],
  DW: ['拒绝进入：互锁', 'Access denied, interlock'],
  DX: ['请求外出', 'Request to exit'],
  DY: ['门已锁', 'Door locked'],
  DZ: ['拒绝进入：门已封闭', 'Access denied, door secured'],
  EE: ['外出错误', 'Exit error'],
  FC: ['取消火警', 'Fire cancel'],
  FL: ['火警消音', 'Fire alarm silenced'],
  JD: ['日期更改', 'Date changed'],
  JH: ['节假日更改', 'Holiday changed'],
  JK: ['儿童回家提示', 'Latchkey alert'],
  JL: ['记录将满', 'Log threshold'],
  JO: ['记录溢出', 'Log overflow'],
  JP: ['用户在场', 'User on premises'],
  JR: ['执行时间表', 'Schedule executed'],
  JS: ['时间表更改', 'Schedule changed'],
  JT: ['时间更改', 'Time changed'],
  JV: ['用户密码更改', 'User code changed'],
  JX: ['用户密码删除', 'User code deleted'],
  JY: ['用户密码添加', 'User code added'],
  JZ: ['用户权限设置', 'User level set'],
  LB: ['本地编程开始', 'Local program'],
  LD: ['拒绝本地编程', 'Local program denied'],
  LE: ['监听结束', 'Listen-in ended'],
  LF: ['监听开始', 'Listen-in begin'],
  LS: ['本地编程成功', 'Local program success'],
  LU: ['本地编程失败', 'Local program fail'],
  LX: ['本地编程结束', 'Local programming ended'],
  MI: ['消息', 'Message'],
  NF: ['强制周界布防', 'Forced perimeter arm'],
  NL: ['周界布防', 'Perimeter armed'],
  NM: ['自定义周界布防', 'Perimeter armed, user defined'],
  OA: ['自动撤防', 'Automatic opening'],
  OC: ['取消报警', 'Cancel report'],
  OG: ['部分撤防', 'Open area'],
  OH: ['报警中提前撤防', 'Early to open from alarm'],
  OI: ['未按时撤防', 'Fail to open'],
  OJ: ['延迟撤防', 'Late open'],
  OK: ['提前撤防', 'Early open'],
  OL: ['报警中延迟撤防', 'Late to open from alarm'],
  OP: ['撤防', 'Opening report'],
  OQ: ['远程撤防', 'Remote opening'],
  OR: ['报警中撤防', 'Disarm from alarm'],
  OS: ['钥匙开关撤防', 'Opening keyswitch'],
  OT: ['未按时布防（用户）', 'Late to close'],
  OZ: ['单点撤防', 'Point opening'],
  RA: ['远程编程呼叫失败', 'Remote programmer call failed'],
  RB: ['远程编程开始', 'Remote program begin'],
  RC: ['继电器吸合', 'Relay close'],
  RD: ['拒绝远程编程', 'Remote program denied'],
  RN: ['远程复位', 'Remote reset'],
  RO: ['继电器断开', 'Relay open'],
  RR: ['系统上电', 'Power up'],
  RS: ['远程编程成功', 'Remote program success'],
  RU: ['远程编程失败', 'Remote program fail'],
  SC: ['状态变化', 'Change of state'],
  TW: ['区域监视开始', 'Area watch start'],
  TZ: ['区域监视结束', 'Area watch end'],
  XA: ['多余账号报告', 'Extra account report'],
  XE: ['多余的点', 'Extra point'],
  XF: ['多余的无线点', 'Extra RF point'],
  XI: ['探测器复位', 'Sensor reset'],
  XW: ['强制旁路的点', 'Forced point'],
  YB: ['线路占用率', 'Busy seconds'],
  YG: ['参数更改', 'Parameter changed'],
  YY: ['状态报告', 'Status report'],
}

const tests: Codes = {
  BX: ['入侵测试', 'Burglary test'],
  FI: ['火警测试开始', 'Fire test begin'],
  FK: ['火警测试结束', 'Fire test end'],
  FX: ['火警测试', 'Fire test'],
  GX: ['燃气测试', 'Gas test'],
  RP: ['自动测试', 'Automatic test'],
  RX: ['手动测试', 'Manual test'],
  TC: ['全部点已测试', 'All points tested'],
  TE: ['测试结束', 'Test end'],
  TP: ['步行测试点', 'Walk test point'],
  TS: ['测试开始', 'Test start'],
  TX: ['测试报告', 'Test report'],
  VX: ['打印机测试', 'Printer test'],
}

const restoreOf = (code: string, restores: string, ends: Omit<Raised, 'type'>, zh: string, en: string): ReportParamSeed => ({
  format: siaFormat,
  code,
  type: 'restore',
  ...ends,
  restores,
  zh,
  en,
})

/** …R ends the alarm and the trouble of a zone. */
const zoneCodes = ([letter, zh, en, alarm, trouble]: Zones): ReportParamSeed[] => [
  ...raising(siaFormat, `${letter}A`, alarmOf(alarm), [`${zh}报警`, `${en} alarm`]),
  ...raising(siaFormat, `${letter}T`, faultOf(trouble), [`${zh}防区故障`, `${en} trouble`]),
  ...raising(siaFormat, `${letter}B`, faultOf('disabled'), [`${zh}防区旁路`, `${en} bypass`, `${zh}防区旁路解除`]),
  restoreOf(`${letter}R`, `${letter}A`, { alarm, fault: trouble }, `${zh}防区恢复`, `${en} restored`),
  // Supervision of fires has a restore of its own; of tampering there is none.
  ...(letter === 'F' || letter === 'T'
    ? []
    : raising(siaFormat, `${letter}S`, faultOf(trouble), [`${zh}防区监管`, `${en} supervisory`])),
]

/** Their restores end alarms and troubles, as those of zones do. */
const doors: readonly ReportParamSeed[] = [
  { format: siaFormat, code: 'DF', ...alarmOf('burglary'), zh: '强行开门', en: 'Door forced' },
  { format: siaFormat, code: 'DL', ...alarmOf('burglary'), zh: '门未关闭报警', en: 'Door left open, alarm' },
  restoreOf('DR', 'DF', { alarm: 'burglary', fault: 'component' }, '门禁恢复', 'Door restored'),
  restoreOf('DH', 'DL', { alarm: 'burglary', fault: 'component' }, '门已关闭', 'Door left open, restored'),
]

const raisedBy = (codes: Readonly<Record<string, Codes>>, raisedOf: (type: string) => Raised): ReportParamSeed[] =>
  Object.entries(codes).flatMap(([type, each]) =>
    Object.entries(each).flatMap(([code, names]) => raising(siaFormat, code, raisedOf(type), names)),
  )

const storedCodes = (type: 'telemetry' | 'test', codes: Codes): ReportParamSeed[] =>
  Object.entries(codes).map(([code, [zh, en]]) => ({ format: siaFormat, code, type, zh, en }))

/**
 * SIA DC-03. Whatever endangers life is an alarm, a trouble or a bypass a fault; openings and tests are stored. Codes that makers have added are
 * not here.
 */
export const siaCodes: readonly ReportParamSeed[] = [
  ...zones.flatMap(zoneCodes),
  ...raisedBy(alarms, alarmOf),
  ...raisedBy(faults, faultOf),
  ...Object.entries(lowBatteries).flatMap(([code, names]) => raising(siaFormat, code, lowPower, names)),
  ...doors,
  ...storedCodes('telemetry', stored),
  ...storedCodes('test', tests),
]
