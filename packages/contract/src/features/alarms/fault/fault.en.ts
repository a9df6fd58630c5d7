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
}
