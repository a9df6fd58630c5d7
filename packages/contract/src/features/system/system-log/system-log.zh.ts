export const texts = {
  menus: {
    'system.log': '日志记录',
  },
  operations: {
    'log:verify': '校验审计链',
  },
  subjects: {
    apiLog: '接口日志',
    auditLog: '审计日志',
    loginLog: '登录日志',
    mqttLog: 'MQTT 日志',
  },
  fields: {
    traceId: '跟踪号',
    client: '客户端',
    topic: '主题',
    direction: '方向',
    payload: '内容',
    ms: '耗时（毫秒）',
    params: '参数',
    objectId: '对象编号',
    objectName: '对象',
    actorId: '操作人',
    hash: '哈希',
  },
  enums: {
    malformedReason: {
      notJson: '不是 JSON',
      tooLarge: '超过 256 KiB',
      wrongType: '字段类型错误',
      foreignDevice: '不属于该网关的设备',
      unknownTopic: '未知主题',
      notStorable: '无法保存',
      tooManyValues: '数值名称过多，超出部分未保存',
    },
    signInRefusal: {
      wrongSecret: '密钥错误',
      replacedSecret: '使用了已更换的旧密钥',
      disabled: '网关已停用或已删除',
      foreignWill: '遗嘱主题不属于该网关',
      foreignSource: '来自未允许的地址',
      notEncrypted: '未加密',
    },
  },
  reasons: {
    verifyRunning: '另一次审计链校验正在进行，请等它完成后再试',
  },
}
