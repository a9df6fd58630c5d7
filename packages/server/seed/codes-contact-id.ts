import { contactId, contactIdFormat } from '@emberwatch/device-link'
import { storedContactIdCodes } from './codes-contact-id-stored.ts'
import { alarmOf, faultOf, lowPower, raising, type Names, type Raised, type ReportParamSeed } from './report-param-seed.ts'

/** Texts by event: Chinese and English. */
type Events = Readonly<Record<string, Names>>

/** Alarms, by alarm type. */
const alarms: Readonly<Record<string, Events>> = {
  medical: {
    100: ['医疗求助', 'Medical'],
    101: ['个人紧急求助', 'Personal emergency'],
    102: ['未按时报平安', 'Fail to report in'],
    641: ['老人看护异常', 'Senior watch trouble'],
  },
  fire: { 110: ['火警', 'Fire'] },
  smoke: { 111: ['烟雾', 'Smoke'] },
  combustion: {
    112: ['燃烧', 'Combustion'],
    151: ['可燃气体', 'Gas detected'],
  },
  waterFlow: { 113: ['水流指示', 'Water flow', '水流指示复位'] },
  heat: { 114: ['高温', 'Heat'] },
  callPoint: { 115: ['手动报警按钮', 'Manual call point'] },
  duct: { 116: ['风管', 'Duct'] },
  flame: { 117: ['火焰', 'Flame'] },
  nearAlarm: { 118: ['接近报警', 'Near alarm'] },
  panic: {
    120: ['紧急求助', 'Panic'],
    121: ['胁迫', 'Duress'],
    122: ['无声紧急求助', 'Silent panic'],
    123: ['有声紧急求助', 'Audible panic'],
    124: ['胁迫进入', 'Duress, access granted'],
    125: ['胁迫外出', 'Duress, egress granted'],
    126: ['疑似劫持', 'Hold-up suspicion'],
    127: ['远程无声紧急求助', 'Remote silent panic'],
    129: ['紧急求助复核', 'Panic verified'],
    646: ['请求增援', 'Additional help needed'],
  },
  burglary: {
    130: ['入侵', 'Burglary'],
    131: ['周界入侵', 'Perimeter burglary'],
    132: ['室内入侵', 'Interior burglary'],
    133: ['24 小时防区入侵', '24-hour burglary'],
    134: ['出入口入侵', 'Entry/exit burglary'],
    135: ['日夜防区入侵', 'Day/night burglary'],
    136: ['室外入侵', 'Outdoor burglary'],
    138: ['入侵接近报警', 'Near burglary alarm'],
    139: ['入侵复核', 'Intrusion verified'],
    146: ['无声入侵', 'Silent burglary'],
    155: ['防护箔断裂', 'Foil break'],
    374: ['外出防区未关闭', 'Exit error alarm'],
    423: ['强行进入', 'Forced access'],
  },
  tamper: {
    137: ['防拆', 'Tamper'],
    144: ['探测器防拆', 'Sensor tamper alarm'],
    145: ['扩展模块防拆', 'Expansion module tamper alarm'],
    362: ['未授权替换登记', 'Unauthorized substitution registration'],
  },
  untyped: {
    140: ['一般报警', 'General alarm'],
    150: ['24 小时非入侵报警', '24-hour non-burglary'],
    160: ['警觉防区响应', 'Awareness zone response'],
  },
  technical: {
    154: ['漏水', 'Water leakage'],
    157: ['瓶装气量低', 'Low bottled gas level'],
    161: ['气流中断', 'Loss of air flow'],
    163: ['储罐液位异常', 'Tank level'],
    168: ['湿度高', 'High humidity'],
    169: ['湿度低', 'Low humidity'],
  },
  temperature: {
    152: ['制冷异常', 'Refrigeration'],
    153: ['供暖中断', 'Loss of heat'],
    158: ['温度过高', 'High temperature'],
    159: ['温度过低', 'Low temperature'],
  },
  co: { 162: ['一氧化碳', 'Carbon monoxide detected'] },
}

/** Faults, by fault type. */
const faults: Readonly<Record<string, Events>> = {
  supervisory: {
    200: ['监管', 'Fire supervisory'],
    201: ['水压低', 'Low water pressure'],
    202: ['二氧化碳储量低', 'Low CO2'],
    203: ['闸阀监管', 'Gate valve sensor'],
    204: ['水位低', 'Low water level'],
    205: ['水泵启动', 'Pump activated', '水泵停止'],
    206: ['水泵故障', 'Pump failure'],
  },
  system: {
    300: ['系统故障', 'System trouble'],
    303: ['RAM 校验错误', 'RAM checksum bad'],
    304: ['ROM 校验错误', 'ROM checksum bad'],
    307: ['自检失败', 'Self-test failure'],
    308: ['系统停机', 'System shutdown'],
    315: ['系统异常', 'System trouble (other)'],
    608: ['定期测试：系统有故障', 'Periodic test, system trouble present'],
    654: ['系统无活动', 'System inactivity'],
  },
  mains: { 301: ['主电故障', 'Mains loss', '主电恢复'] },
  battery: {
    309: ['电池测试失败', 'Battery test failure'],
    311: ['电池缺失或失效', 'Battery missing or dead'],
  },
  power: {
    312: ['电源过流', 'Power supply overcurrent'],
    314: ['主电源装置故障', 'Primary power supply failure'],
    337: ['扩展模块直流电源故障', 'Expansion module DC loss'],
    342: ['扩展模块主电故障', 'Expansion module AC loss'],
  },
  line: {
    310: ['接地故障', 'Ground fault'],
    370: ['防护回路故障', 'Protection loop trouble'],
    371: ['防护回路断路', 'Protection loop open'],
    372: ['防护回路短路', 'Protection loop short'],
  },
  bus: {
    141: ['总线断路报警', 'Polling loop open (alarm)'],
    142: ['总线短路报警', 'Polling loop short (alarm)'],
    331: ['总线断路', 'Polling loop open'],
    332: ['总线短路', 'Polling loop short'],
  },
  component: {
    143: ['扩展模块失效报警', 'Expansion module failure (alarm)'],
    320: ['警报器或继电器故障', 'Sounder or relay trouble'],
    321: ['警铃 1 故障', 'Bell 1 trouble'],
    322: ['警铃 2 故障', 'Bell 2 trouble'],
    323: ['报警继电器故障', 'Alarm relay trouble'],
    324: ['故障继电器故障', 'Trouble relay trouble'],
    325: ['反转继电器故障', 'Reversing relay trouble'],
    326: ['警报回路 3 故障', 'Notification appliance circuit 3 trouble'],
    327: ['警报回路 4 故障', 'Notification appliance circuit 4 trouble'],
    330: ['外围设备故障', 'System peripheral trouble'],
    333: ['扩展模块失效', 'Expansion module failure'],
    334: ['中继器故障', 'Repeater failure'],
    335: ['打印机缺纸', 'Local printer out of paper'],
    336: ['打印机故障', 'Local printer failure'],
    339: ['扩展模块复位', 'Expansion module reset'],
    343: ['扩展模块自检失败', 'Expansion module self-test failure'],
    366: ['模块固件升级失败', 'Module firmware update failed'],
    426: ['门未关闭', 'Access door propped open'],
    427: ['门磁监测故障', 'Access point door status monitor trouble'],
    428: ['出门按钮故障', 'Access point request to exit trouble'],
    432: ['门禁继电器故障', 'Access relay or trigger failure'],
  },
  tamper: {
    316: ['系统防拆', 'System tamper'],
    317: ['控制设备防拆', 'Control panel tamper'],
    341: ['扩展模块防拆', 'Expansion module tamper'],
  },
  channel: {
    344: ['无线接收受干扰', 'RF receiver jam detected'],
    345: ['通信加密停用', 'AES encryption disabled', '通信加密启用'],
    350: ['通信故障', 'Communication trouble'],
    351: ['电话线路 1 故障', 'Telephone line 1 fault'],
    354: ['事件上报失败', 'Failure to communicate event'],
    356: ['与中心轮询中断', 'Loss of central polling'],
    358: ['定期通信测试失败', 'Periodic communication test failed'],
  },
  backupChannel: {
    352: ['电话线路 2 故障', 'Telephone line 2 fault'],
    353: ['远程无线发射机故障', 'Long-range radio transmitter fault'],
    355: ['无线监控中断', 'Loss of radio supervision'],
    357: ['远程无线驻波比异常', 'Long-range radio VSWR problem'],
  },
  fireTrouble: { 373: ['火灾回路故障', 'Fire trouble'] },
  sensor: {
    147: ['探测器失联报警', 'Sensor supervision failure (alarm)'],
    156: ['日间防区故障', 'Day trouble'],
    375: ['紧急求助防区故障', 'Panic zone trouble'],
    376: ['劫持防区故障', 'Hold-up zone trouble'],
    377: ['频繁报警防区故障', 'Swinger trouble'],
    378: ['交叉防区故障', 'Cross-zone trouble'],
    380: ['探测器故障', 'Sensor trouble'],
    381: ['无线探测器失联', 'Loss of supervision, RF'],
    382: ['总线探测器失联', 'Loss of supervision, RPM'],
    383: ['探测器防拆', 'Sensor tamper'],
    384: ['无线探测器电量低', 'RF low battery', '无线探测器电量恢复正常'],
    385: ['感烟探测器灵敏度高', 'Smoke detector high sensitivity'],
    386: ['感烟探测器灵敏度低', 'Smoke detector low sensitivity'],
    387: ['入侵探测器灵敏度高', 'Intrusion detector high sensitivity'],
    388: ['入侵探测器灵敏度低', 'Intrusion detector low sensitivity'],
    389: ['探测器自检失败', 'Sensor self-test failure'],
    390: ['探测器故障 390', 'Sensor trouble 390'],
    391: ['探测器监视异常', 'Sensor watch trouble'],
    392: ['漂移补偿错误', 'Drift compensation error'],
    393: ['维护提示', 'Maintenance alert'],
    394: ['一氧化碳探测器需更换', 'CO detector needs replacement'],
  },
  disabled: {
    433: ['出门按钮旁路', 'Access request to exit shunt', '出门按钮旁路解除'],
    434: ['门磁旁路', 'Access door status monitor shunt', '门磁旁路解除'],
    501: ['读卡器停用', 'Access reader disabled', '读卡器启用'],
    520: ['警报器或继电器停用', 'Sounder or relay disabled', '警报器或继电器启用'],
    521: ['警铃 1 停用', 'Bell 1 disabled', '警铃 1 启用'],
    522: ['警铃 2 停用', 'Bell 2 disabled', '警铃 2 启用'],
    523: ['报警继电器停用', 'Alarm relay disabled', '报警继电器启用'],
    524: ['故障继电器停用', 'Trouble relay disabled', '故障继电器启用'],
    525: ['反转继电器停用', 'Reversing relay disabled', '反转继电器启用'],
    526: ['警报回路 3 停用', 'Notification appliance circuit 3 disabled', '警报回路 3 启用'],
    527: ['警报回路 4 停用', 'Notification appliance circuit 4 disabled', '警报回路 4 启用'],
    532: ['模块移除', 'Module removed'],
    551: ['拨号器停用', 'Dialer disabled', '拨号器启用'],
    552: ['无线发射机停用', 'Radio transmitter disabled', '无线发射机启用'],
    553: ['远程上传下载停用', 'Remote upload/download disabled', '远程上传下载启用'],
    570: ['防区旁路', 'Zone bypass', '防区旁路解除'],
    571: ['火灾防区旁路', 'Fire bypass', '火灾防区旁路解除'],
    572: ['24 小时防区旁路', '24-hour zone bypass', '24 小时防区旁路解除'],
    573: ['入侵防区旁路', 'Burglary bypass', '入侵防区旁路解除'],
    574: ['分组旁路', 'Group bypass', '分组旁路解除'],
    575: ['频繁报警防区旁路', 'Swinger bypass', '频繁报警防区旁路解除'],
    576: ['门禁防区旁路', 'Access zone shunt', '门禁防区旁路解除'],
    577: ['门禁点旁路', 'Access point bypass', '门禁点旁路解除'],
    578: ['金库旁路', 'Vault bypass', '金库旁路解除'],
    579: ['通风防区旁路', 'Vent zone bypass', '通风防区旁路解除'],
  },
}

const lowBatteries: Events = {
  302: ['电池电量低', 'Low battery', '电池电量恢复正常'],
  338: ['扩展模块电池电量低', 'Expansion module low battery', '扩展模块电池电量恢复正常'],
}

/** First digit 1 = new, 3 = restore, 6 = status still present (device-link.md). */
const eventOf = (event: string, raised: Raised, names: Names): ReportParamSeed[] => {
  const [zh, en] = names
  const status = { format: contactIdFormat, code: contactId('status', event), ...raised, zh, en } as const
  return [...raising(contactIdFormat, contactId('new', event), raised, names), status]
}

const raisedBy = (events: Readonly<Record<string, Events>>, raisedOf: (type: string) => Raised): ReportParamSeed[] =>
  Object.entries(events).flatMap(([type, each]) =>
    Object.entries(each).flatMap(([event, names]) => eventOf(event, raisedOf(type), names)),
  )

/**
 * Contact ID (SIA DC-05). Whatever endangers life is an alarm, a trouble or a bypass a fault: a detector that is bypassed says nothing, and
 * silence never looks healthy. Openings and tests are stored. What makers define (7xx, 9xx) is not here.
 */
export const contactIdCodes: readonly ReportParamSeed[] = [
  ...raisedBy(alarms, alarmOf),
  ...raisedBy(faults, faultOf),
  ...Object.entries(lowBatteries).flatMap(([event, names]) => eventOf(event, lowPower, names)),
  ...storedContactIdCodes,
]
