export const texts = {
  menus: {
    'alarm.fault': '故障记录',
  },
  operations: {
    'fault:solve': '标记为已解决',
    'fault:snooze': '推迟处理',
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
    snoozedUntil: '推迟至',
    snoozeReason: '推迟原因',
    snoozedBy: '推迟人',
    lastedFor: '持续时间',
    cameBack: '复发次数',
    returned: '未解决且复发',
    snoozed: '已推迟',
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
  reasons: {
    faultWithoutProject: '该故障不属于任何项目，不能创建维修工单',
    faultUnregistered: '上报该故障的设备尚未登记，请先登记设备',
    faultDeviceLeft: '该设备已不在故障所属的项目中',
  },
}
