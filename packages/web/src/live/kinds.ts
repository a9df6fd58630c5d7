import type { LiveKind } from '@emberwatch/contract'

/** Which reads a live event makes stale: those whose path begins so. A feature that shows live data adds its paths here. */
export const staleBy: Record<Exclude<LiveKind, 'session' | 'refresh'>, readonly string[]> = {
  alarm: ['web/alarmRecord/', 'web/data/'],
  fault: ['web/faultRecord/', 'web/data/'],
  order: ['web/order/', 'web/data/'],
  device: ['web/device/', 'web/data/'],
  gateway: ['web/gateway/', 'web/data/'],
  message: ['web/message/'],
  export: ['file/export/'],
}
