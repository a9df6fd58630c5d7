export const texts = {
  menus: {
    'account.company': '公司账号',
    'account.distributor': '经销商账号',
    'account.agentOne': '一级代理账号',
    'account.agentTwo': '二级代理账号',
    'account.user': '用户账号',
    'customer.account': '客户账号',
  },
  operations: {
    'account:signInAs': '代登录',
  },
  subjects: {
    account: '账号',
  },
  fields: {
    lastLoginIp: '上次登录 IP',
    lockedUntil: '锁定至',
    roleId: '角色',
    roleIds: '角色',
    neverLoggedIn: '从未登录',
    inactiveDays: '未登录天数',
    certificateNo: '证书编号',
    certificateExpires: '证书到期',
    validUntil: '有效期至',
    ended: '已过有效期',
    projectIds: '项目',
    assignedAt: '分配时间',
    assignedBy: '分配人',
  },
  enums: {
    accountType: {
      siter: '运营公司',
      distributor: '经销商',
      agent_one: '一级代理',
      agent_two: '二级代理',
      customer: '客户',
      user: '普通用户',
    },
    accountState: {
      enabled: '启用',
      disabled: '停用',
      ended: '已过有效期',
      companyStopped: '公司停用或到期',
      customerStopped: '客户停用',
      locked: '已锁定',
    },
  },
  errors: {
    ownAccount: '不能对自己的账号执行该操作，请联系其他管理员',
    roleRequired: '请为该账号选择角色，没有角色的用户登录后看不到任何内容',
  },
  reasons: {
    projectOutside: '项目“{{project}}”不在该账号的公司及其下级范围内',
    roleUnfit: '角色“{{role}}”不适用于该账号：类型不符、已停用或属于其他公司',
  },
}
