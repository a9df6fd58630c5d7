export const texts = {
  subjects: {
    floorPlan: '楼层平面图',
  },
  operations: {
    'floorPlan:place': '在平面图上放置设备',
  },
  fields: {
    planId: '平面图',
    x: '横向位置',
    y: '纵向位置',
  },
}
