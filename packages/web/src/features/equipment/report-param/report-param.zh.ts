export const texts = {
  tabs: { params: '上报参数', alarmTypes: '报警类型', faultTypes: '故障类型' },
  keyword: '代码或含义',
  code: '代码',
  reason: '含义',
  raises: '报警或故障类型',
  restores: '恢复 {{code}}',
  create: '新建上报参数',
  edit: '编辑上报参数 {{name}}',
  everywhere: '对平台所有网关生效，从下一次上报开始。',
  codeHint: '与设备上报的一致；保存后编码格式和代码不能修改',
  restoresHint: '同一格式中所恢复的报警或故障代码，如 1110',
  mergeHint:
    '同一报警确认并恢复后再次触发时，在此时间内不重复通知外部人员；平台照常显示和鸣响。0 表示每次都通知。火警始终通知，首次报警从不延迟。',
  textHint: '留空则使用标准文字。可用变量：{{names}}',
  notifyHint: '关闭后不再对外通知（短信、电话等），平台照常显示和鸣响',
  why: '不再产生报警的原因',
  whyHint: '该代码此前为报警。原因将写入审计日志。',
  disable: '停用“{{name}}”？停用后按未知代码处理。',
  disableAlarm: '停用“{{name}}”？停用后不再产生报警，但每次上报仍会产生“未知代码，可能为报警”故障，不会丢弃。',
  removeHint: '未被其他参数恢复、也从未产生过报警或故障的代码才能删除；其他代码可以停用。',
  seeded: '随产品提供，不能删除，可以停用',
  test: {
    said: '外部通知（示例）',
    action: '测试报文',
    title: '测试样例报文',
    hint: '查看平台将如何处理，不会存储，也不会产生报警。',
    placeholder: '网关发送的 JSON 报文，或“格式 代码”，如：CID 1110',
    run: '测试',
    results: '测试结果',
    unreadable: '整条报文无法识别：{{reason}}。网关将产生“无法识别的报文”故障。',
    unreadableAlarm: '无法识别的内容可能是火警：网关还会立即产生报警，并通知相关人员。',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'report-param': typeof texts
  }
}
