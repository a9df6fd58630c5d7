import type { texts as zh } from './fault.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.fault': 'Fault log',
  },
  operations: {
    'fault:solve': 'Mark as solved',
    'fault:snooze': 'Put off',
  },
  subjects: {
    fault: 'Fault',
  },
  fields: {
    gatewayName: 'Gateway name',
    solvedAt: 'Solved at',
    solvedBy: 'Solved by',
    solvedWay: 'Solved',
    restoredAt: 'Restored at',
    snoozedUntil: 'Put off until',
    snoozeReason: 'Put off because',
    snoozedBy: 'Put off by',
    lastedFor: 'Duration',
    cameBack: 'Came back',
    returned: 'Not solved, came back',
    snoozed: 'Put off',
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
