import type { LiveKind } from '@emberwatch/contract'

export type DataKind = Exclude<LiveKind, 'session' | 'refresh'>

const notices = 'web/data/home/notices'
const figures = 'web/data/home/figures'
const todo = 'web/data/home/todo'
/** The first evening: steps tick themselves. */
const setUp = 'web/setUp/'
/** Of the big screen. */
const screen = ['web/data/displays/figures'] as const
/** Paths of lists that show counts per project: devices, alarms, open orders. */
const projects = ['web/project/page', 'web/project/detail'] as const

/** Which queries a live event makes stale, by path prefix. A feature that shows live data adds its paths here. */
export const staleQueries: Record<DataKind, readonly string[]> = {
  alarm: [
    setUp,
    ...projects,
    'web/device/page',
    'web/device/detail',
    'web/device/alarms',
    'web/gateway/alarms',
    'web/alarmRecord/',
    'web/nuisance/',
    'web/alarmBreach/',
    'web/message/smsResult',
    'web/message/callResult',
    'web/message/mailResult',
    'web/message/pushResult',
    'web/alarmDesk/',
    'web/floorPlan/',
    'web/data/home/alarms',
    'web/customer/alarms',
    'web/customer/projects',
    'web/customer/devices',
    'web/device/unknown/',
    figures,
    ...screen,
    'web/data/displays/alarms',
    'web/data/displays/map',
  ],
  fault: [
    ...projects,
    'web/device/page',
    'web/device/detail',
    'web/device/faults',
    'web/gateway/faults',
    'web/gateway/badInput',
    'web/faultRecord/',
    notices,
    'web/floorPlan/',
    'web/device/unknown/',
    'web/report/param/unknown/',
    'web/customer/devices',
    figures,
    ...screen,
  ],
  order: [
    ...projects,
    notices,
    'web/device/orders',
    'web/order/',
    'web/signSite/',
    'web/faultRecord/',
    'web/alarmRecord/repairs',
    todo,
    figures,
    ...screen,
  ],
  feedback: ['web/order/user/feedback/', todo],
  device: [
    ...projects,
    'web/device/',
    'web/devicePreset/',
    'web/deviceUser/',
    'web/deviceNotifier/',
    'web/floorPlan/',
    'web/customer/devices',
    figures,
    ...screen,
  ],
  gateway: [setUp, ...projects, 'web/gateway/', 'web/gatewayPreset/', figures, ...screen],
  project: [
    setUp,
    'web/alarmRecord/checks',
    'web/alarmRecord/checklist',
    'web/alarmRecord/calls',
    'web/gateway/detail',
    'web/project/',
    'web/signSite/',
    'web/projectNotifier/',
    'web/projectPerson/',
    'web/projectDocument/',
    'web/floorPlan/',
    'web/projectUnionApply/',
    'web/customer/projects',
    todo,
    figures,
    ...screen,
    'web/data/displays/map',
  ],
  notification: [
    'web/message/escalation',
    'web/message/faultEscalation',
    'web/message/smsResult',
    'web/message/callResult',
    'web/message/mailResult',
    'web/message/pushResult',
    'web/alarmRecord/detail',
  ],
  notifyRule: ['web/messageNotify/'],
  command: ['web/deviceCommand/', 'web/rule/'],
  message: ['web/message/', 'web/alarmRecord/detail'],
  messageTask: ['web/messageTask/', 'web/message/page', 'web/messageTemplate/'],
  duty: ['web/duty/', 'web/data/displays/duty'],
  upgrade: ['web/upgradeTask/page', 'web/upgradeTask/detail', 'web/upgradeDevice/'],
  appVersion: ['web/app/version/'],
  firmware: ['web/upgradeVersion/', 'web/firmwareKey/'],
  export: ['file/task/'],
  import: [
    'web/project/',
    'web/device/',
    'web/devicePreset/',
    'file/task/',
    'web/account/',
    'web/customer/',
    'web/gateway/',
    'web/gatewayPreset/',
  ],
}

/** Devices report all the time, so their queries are refetched slowly, and messages are read at leisure. Alarms are refetched fast. */
export const refreshRateOf = (kind: LiveKind): 'fast' | 'slow' | 'calm' => {
  if (kind === 'message') return 'calm'
  return kind === 'device' || kind === 'gateway' || kind === 'upgrade' ? 'slow' : 'fast'
}
