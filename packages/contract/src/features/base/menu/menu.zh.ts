export const texts = {
  menus: {
    'system.menu': '菜单管理',
  },
  subjects: {
    menu: '菜单',
  },
  fields: {
    nameZh: '中文名称',
    nameEn: '英文名称',
    isMainMenu: '主菜单',
    accountTypes: '账号类型',
    operationCode: '操作码',
    apiPaths: '接口',
  },
}
