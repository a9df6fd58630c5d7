export const texts = {
  menus: {
    'device.gateway': '网关',
    'device.gatewayStock': '网关库存',
  },
  operations: {
    'gateway:activate': '手动激活',
    'gateway:bind': '绑定与解绑项目',
    'gateway:register': '现场登记',
    'gateway:rotateSecret': '更换密钥',
  },
  subjects: {
    gatewayPreset: '网关库存',
  },
  fields: {
    activated: '已激活',
    activatedAt: '激活时间',
    heartbeatOverdue: '心跳超时',
    bound: '已绑定项目',
    port: '端口',
    iccid: 'SIM 卡号（ICCID）',
    simExpires: 'SIM 卡到期',
    malformedCount: '异常报文数',
    refusedAt: '最近被拒登录',
    refusedReason: '被拒原因',
    abnormalDevices: '异常设备数',
    openFaults: '未解决故障',
    disabledReason: '停用原因',
    noticedAt: '发现时间',
    until: '恢复时间',
  },
  enums: {
    gatewayStatus: {
      disabled: '已停用',
      notActivated: '未激活',
      offline: '离线',
      online: '在线',
    },
    gatewayLinkCause: {
      heard: '恢复通信',
      silent: '心跳超时',
      left: '连接断开',
    },
  },
}
