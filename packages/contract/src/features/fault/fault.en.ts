import type { texts as zh } from './fault.zh.ts'

export const texts: typeof zh = {
  menus: {
    'alarm.fault': 'Fault log',
  },
  operations: {
    'fault:solve': 'Mark as solved',
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
