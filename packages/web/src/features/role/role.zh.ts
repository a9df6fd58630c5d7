export const texts = {
  assign: '分配权限',
  create: '新建角色',
  edit: '编辑角色',
  enable: '启用',
  disable: '停用',
  disableConfirm: '停用后，该角色的 {{count}} 个账号将立即退出登录。确定停用？',
  deleteHint: '没有账号使用的角色才能删除。',
  notManageable: '只能管理级别低于自己的角色',
  grantsOf: '“{{name}}”的权限',
  notGrantable: '您没有该权限，不能授予',
  levelHint: '1 级最高；只能管理级别数字更大的角色',
  grantsSaved: '权限已保存，相关账号将重新登录',
  all: '全选',
  search: '查找菜单或操作',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    role: typeof texts
  }
}
