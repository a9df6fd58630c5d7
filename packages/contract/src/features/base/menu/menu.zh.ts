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
  reasons: {
    menuSeeded: '该菜单随产品提供，只能修改名称、排序和图标',
    menuDepth: '只能建在一级分组之下，且其下不能再建分组',
    menuKind: '分组与链接不能互相转换',
    menuNeeded: '停用后将无人能够恢复，或无人能够获知火警',
  },
}
