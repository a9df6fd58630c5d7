import type { texts as zh } from './floor-plan.zh.ts'

export const texts: typeof zh = {
  subjects: {
    floorPlan: 'Floor plan',
  },
  operations: {
    'floorPlan:place': 'Place devices on floor plans',
  },
  fields: {
    planId: 'Floor plan',
    x: 'Horizontal position',
    y: 'Vertical position',
  },
  reasons: {
    deviceNotOnPlan: 'the device is not on this plan',
    deviceOfOtherProject: 'the device does not belong to the project of this plan',
  },
}
