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
}
