export const texts = {
  menus: {
    'open.access': '接入密钥',
  },
  operations: {
    'openAccess:rotate': '更换密钥',
  },
  subjects: {
    openAccess: '接入密钥',
  },
  fields: {
    addresses: '允许的地址',
    deviceCodes: '设备编号',
    immediately: '旧密钥立即失效',
    keyRight: '权限',
    keyRights: '权限',
    lastUsedAt: '最近使用',
    lastUsedIp: '最近使用的地址',
    prefix: '密钥开头',
  },
  enums: {
    openAccessState: {
      active: '有效',
      disabled: '已停用',
      expired: '已到期',
      companyStopped: '公司已停用或到期',
    },
    openRight: {
      'alarm:read': '读取报警',
      'fault:read': '读取故障',
      'device:read': '读取设备',
      'gateway:read': '读取网关',
      'project:read': '读取项目',
      'order:read': '读取工单',
      'repairOrder:create': '创建维修工单',
      'feedback:create': '提交用户反馈',
      'ticket:issue': '签发登录票据',
    },
  },
  errors: {
    cursorEnded: '无法从该位置继续获取变更（已超过 20 小时，或可见范围有变）。请不带 since 重新开始，并重新读取列表',
    keyAddress: '该接入密钥不允许从 {{address}} 使用',
  },
}
