import type { texts as zh } from './data-project.zh.ts'

export const texts: typeof zh = {
  menus: {
    'dataCenter.project': 'Project statistics',
  },
  subjects: {
    dataProject: 'Project statistics',
  },
  fields: {
    supervisedDevices: 'Supervised devices',
    onlineDevices: 'Devices online',
    onlineRate: 'Online rate',
    unheardDevices: 'Devices never heard',
    alarmDevices: 'Devices in alarm',
    faultDevices: 'Devices with a fault',
    lowPowerDevices: 'Devices with low power',
    offlineDevices: 'Devices offline',
    normalDevices: 'Devices online without findings',
    unsupervisedDevices: 'Devices not supervised',
    unconfirmedAlarms: 'Unconfirmed alarms',
    confirmedAlarms: 'Confirmed alarms',
    clearedAlarms: 'Alarms dealt with',
    testAlarms: 'Test alarms',
    answeredAlarms: 'Alarms answered',
    meanResponseS: 'Mean response',
    p90ResponseS: 'Response P90',
    longestWaitS: 'Longest wait',
    processingFaults: 'Faults being repaired',
    inspectionsPlanned: 'Inspections planned',
    inspectionsDone: 'Inspections done',
    overdueOrders: 'Overdue orders',
    contractDays: 'Days left of contract',
    health: 'Health score',
    lifecycle: 'Lifecycle',
  },
  enums: {
    projectLifecycle: {
      open: 'Open',
      completed: 'Completed',
      stopped: 'Stopped',
    },
  },
}
