import { emberwatch, unreadableCode } from '@emberwatch/device-link'
import { alarmOf, faultOf, lowPower, raising, type Names, type Raised, type ReportParamSeed } from './report-param-seed.ts'

const own = (name: string, raised: Raised, ...names: Names): ReportParamSeed[] => raising(emberwatch, name, raised, names)

/** Our own names, for devices without a code table. */
export const emberwatchCodes: readonly ReportParamSeed[] = [
  ...own('fire', alarmOf('fire'), '火警', 'Fire'),
  ...own('smoke', alarmOf('smoke'), '烟雾', 'Smoke'),
  ...own('heat', alarmOf('heat'), '高温', 'Heat'),
  ...own('flame', alarmOf('flame'), '火焰', 'Flame'),
  ...own('call_point', alarmOf('callPoint'), '手动报警按钮', 'Manual call point'),
  ...own('water_flow', alarmOf('waterFlow'), '水流指示', 'Water flow', '水流指示复位'),
  ...own('low_battery', lowPower, '电池电量低', 'Low battery', '电池电量恢复正常'),
  ...own('offline', faultOf('offline'), '离线', 'Offline'),
  ...own('tamper', faultOf('tamper'), '防拆', 'Tamper'),
  ...own('mains', faultOf('mains'), '主电故障', 'Mains loss', '主电恢复'),
  ...own('sensor', faultOf('sensor'), '探测器故障', 'Sensor trouble'),
  {
    format: emberwatch,
    code: unreadableCode,
    ...alarmOf('unreadable'),
    zh: '报文无法读取，可能是火警',
    en: 'Unreadable message, may be a fire',
  },
  { format: emberwatch, code: 'test', type: 'test', zh: '测试', en: 'Test' },
  { format: emberwatch, code: 'heartbeat', type: 'heartbeat', zh: '心跳', en: 'Heartbeat' },
  { format: emberwatch, code: 'telemetry', type: 'telemetry', zh: '遥测', en: 'Telemetry' },
]
