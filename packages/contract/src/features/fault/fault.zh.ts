export const texts = {
  menus: {
    'alarm.fault': '故障记录',
  },
  operations: {
    'fault:solve': '标记为已解决',
  },
  subjects: {
    fault: '故障',
  },
  fields: {
    gatewayName: '网关名称',
    solvedAt: '解决时间',
    solvedBy: '解决人',
    solvedWay: '解决方式',
    restoredAt: '恢复时间',
  },
  enums: {
    faultState: {
      pending: '待处理',
      processing: '处理中',
      solved: '已解决',
    },
    faultSolvedWay: {
      byHand: '人工处理',
      repairOrder: '维修工单',
      restored: '设备恢复',
    },
  },
}
