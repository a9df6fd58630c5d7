import type { texts as zh } from './fault.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.fault': 'Fault log',
  },
  operations: {
    'fault:solve': 'Mark as solved',
    'fault:snooze': 'Postpone',
  },
  subjects: {
    fault: 'Fault',
  },
  fields: {
    gatewayName: 'Gateway name',
    solvedAt: 'Solved at',
    solvedBy: 'Solved by',
    solvedWay: 'How solved',
    restoredAt: 'Restored at',
    snoozedUntil: 'Postponed until',
    snoozeReason: 'Reason for postponing',
    snoozedBy: 'Postponed by',
    lastedFor: 'Duration',
    cameBack: 'Came back',
    returned: 'Not solved, came back',
    snoozed: 'Postponed',
  },
  enums: {
    faultState: {
      pending: 'Pending',
      processing: 'Processing',
      solved: 'Solved',
    },
    faultSolvedWay: {
      byHand: 'By hand',
      repairOrder: 'Repair order',
      restored: 'Restored by the device',
    },
  },
  reasons: {
    faultWithoutProject: 'The fault belongs to no project, so no repair order can be created',
    faultUnregistered: 'The device that reported the fault is not registered. Register it first',
    faultDeviceLeft: 'Its device is no longer in that project',
  },
}
