export const texts = {
  menus: {
    'system.role': '角色管理',
  },
  operations: {
    'role:assign': '分配权限',
  },
  subjects: {
    role: '角色',
  },
  fields: {
    dataScope: '数据范围',
    grants: '权限',
    requiresTwoStep: '要求两步登录',
  },
  enums: {
    dataScope: {
      branch: '本公司及下级',
      company: '仅本公司',
      projects: '指定项目',
      own: '仅本人',
    },
  },
  errors: {
    grantBeyondOwn: '不能授予或收回自己没有的权限：{{grants}}',
    levelTooHigh: '只能管理级别低于自己的角色和账号',
  },
  reasons: {
    roleTypeAbove: '不能管理“{{type}}”类型的角色，只能选择本账号类型及其下级类型',
    roleHeld: '角色正由 {{holders}} 使用，须先更换这些账号的角色才能修改类型',
    grantUnfit: '“{{type}}”类型的角色不能拥有：{{grants}}',
  },
}
