import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { confirmAlarm, resolveAlarm, misreportAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { waitingAlarms } from '../../alarms/alarm-desk/alarm-desk.reads.ts'
import { createOrder } from '../../orders/order/order.verbs.ts'
import { createKioskLink, openKiosk, revokeKioskLink } from './kiosk-link.verbs.ts'
import { pageKioskLinks } from './kiosk-link.reads.ts'
import { screenAlarms, screenDuty, screenFigures, screenInfo, screenStatistics } from './large-screen.reads.ts'
import { screenMap } from './screen-map.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const largeScreenRoutes = [
  ...bind(endpoints.largeScreen, {
    screen: screenInfo,
    figures: screenFigures,
    alarms: screenAlarms,
    waiting: waitingAlarms,
    map: screenMap,
    statistics: screenStatistics,
    duty: screenDuty,
    // The verbs of the alarm list.
    confirm: confirmAlarm,
    resolve: resolveAlarm,
    misreport: misreportAlarm,
    exportAlarms,
    createRepair: (ctx, input) => createOrder(ctx, 'repair', input),
  }),
  ...bind(endpoints.kioskLink, {
    page: pageKioskLinks,
    create: createKioskLink,
    revoke: revokeKioskLink,
    open: openKiosk,
  }),
]

export const largeScreenFeature: Feature = {
  name: 'large-screen',
  routes: () => largeScreenRoutes,
}
