export const texts = {
  menus: {
    'alarm.params': '参数配置',
  },
  subjects: {
    reportParam: '上报参数',
  },
  fields: {
    notify: '通知',
    mergeWindowS: '合并时间（秒）',
    smsZh: '短信内容（中文）',
    smsEn: '短信内容（英文）',
    voiceZh: '语音内容（中文）',
    voiceEn: '语音内容（英文）',
    sample: '样例报文',
    comesTo: '处理方式',
  },
  enums: {
    frameOutcome: {
      alarm: '产生报警',
      fault: '产生故障',
      restored: '恢复所指的报警或故障',
      stored: '仅存储',
      unknownRaised: '未知代码，产生“未知代码”故障',
      unknownListed: '未知代码，列入“未知代码”',
    },
  },
  reasons: {
    meaningDisabled: '该类型已停用',
  },
}
