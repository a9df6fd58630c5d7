import type { texts as zh } from './order-plan.zh.ts'

export const texts: typeof zh = {
  enums: {
    planPause: {
      notApproved: 'The project is not approved',
      notInMaintenance: 'The project is not under maintenance',
      stopped: 'The service of the project is stopped',
    },
  },
}
