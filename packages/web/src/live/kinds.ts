import type { LiveKind } from '@emberwatch/contract'

export type DataKind = Exclude<LiveKind, 'session' | 'refresh'>

const figures = 'web/data/home/figures'

/** Which queries a live event makes stale, by path prefix. A feature that shows live data adds its paths here. */
export const staleQueries: Record<DataKind, readonly string[]> = {
  alarm: [
    'web/gateway/alarms',
    'web/alarmRecord/',
    'web/data/home/alarms',
    'web/customer/alarms',
    'web/customer/projects',
    'web/customer/devices',
    'web/device/unknown/',
    figures,
  ],
  fault: ['web/gateway/faults', 'web/gateway/badInput', 'web/faultRecord/', 'web/device/unknown/', 'web/report/param/unknown/', 'web/customer/devices', figures],
  order: ['web/order/', figures],
  feedback: ['web/order/user/feedback/'],
  device: ['web/device/', 'web/customer/devices', figures],
  gateway: ['web/gateway/', 'web/gatewayPreset/', figures],
  project: ['web/project/', 'web/projectUnionApply/', 'web/customer/projects', figures],
  command: ['web/deviceCommand/', 'web/rule/'],
  message: ['web/message/'],
  export: ['file/task/'],
  import: ['file/task/', 'web/account/', 'web/customer/', 'web/gateway/', 'web/gatewayPreset/'],
}

/** Devices report all the time, so what they make stale is refetched slowly. Alarms are refetched fast. */
export const refreshRateOf = (kind: LiveKind): 'fast' | 'slow' => (kind === 'device' || kind === 'gateway' ? 'slow' : 'fast')
