export const texts = {
  menus: {
    'dataCenter.home': '首页',
  },
  operations: {
    'dataHome:view': '查看首页',
  },
}
