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
  reasons: {
    deviceNotOnPlan: '该设备不在这张平面图上',
    deviceOfOtherProject: '该设备不属于平面图所在的项目',
  },
}
