export const texts = {
  menus: {
    'alarm.nuisance': '误报排行',
  },
  subjects: {
    nuisance: '误报排行',
  },
  fields: {
    falseAlarms: '误报次数',
    closedAlarms: '已关闭报警',
    falseShare: '误报率',
    perDeviceYear: '设备年均误报',
    lastCause: '最近误报原因',
    lastFalseAt: '最近误报时间',
  },
}
