export const texts = {
  menus: {
    'dataCenter.home': '首页',
  },
  fields: {
    fromDay: '统计起始日',
    toDay: '统计截止日',
  },
  operations: {
    'dataHome:view': '查看首页',
  },
}
