export const texts = {
  menus: {
    'alarm.unknownCode': '未知代码',
    'device.unknown': '未登记设备',
  },
  subjects: {
    unknownCode: '未知代码',
    unknownDevice: '未登记设备',
    unknownReport: '未识别的上报',
  },
  fields: {
    alarmTypeId: '报警类型',
    faultTypeId: '故障类型',
    restoresCode: '所恢复的代码',
    reasonZh: '含义（中文）',
    reasonEn: '含义（英文）',
    modelId: '型号',
    communicationCode: '通信编码',
    mayBeAlarm: '可能是报警',
    lastReport: '最近一次上报',
    handledAt: '处理时间',
    handledBy: '处理人',
    handledWay: '处理结果',
  },
  enums: {
    unknownHandledWay: {
      registered: '已登记',
      moved: '已移入',
      ignored: '已忽略',
    },
    unknownReportKind: {
      unknownDevice: '未登记设备',
      foreignDevice: '其他项目的设备',
      unknownCode: '未知代码',
      unreadable: '无法识别的报文',
      unknownGateway: '未知网关',
    },
  },
  reasons: {
    gatewayGone: '上报该设备的网关已不存在',
    unknownKind: '该条记录不能这样处理',
    formatUnknown: '产品不支持该编码格式',
  },
}
