export const texts = {
  menus: {
    'message.template': '消息模板',
  },
  operations: {
    'messageTemplate:approve': '审批',
  },
  subjects: {
    messageTemplate: '消息模板',
  },
  fields: {
    event: '事件',
    providerCode: '服务商模板编号',
    signature: '短信签名',
    templateVersion: '版本',
    approvedVersion: '生效版本',
    submittedBy: '提交人',
    submittedAt: '提交时间',
    templateId: '消息模板',
  },
  enums: {
    templateEvent: {
      alarm: '报警',
      breach: '响应超时',
      fault: '故障',
      notice: '人工通知',
    },
    templateVariable: {
      project: '项目名称',
      device: '设备名称',
      room: '安装位置',
      type: '报警或故障类型',
      level: '报警级别',
      time: '发生时间',
      code: '设备编号',
      count: '数量',
      first: '最先发生的一条',
      receiver: '接收人姓名',
      company: '公司名称',
      date: '发送日期',
    },
    templateState: {
      draft: '草稿',
      submitted: '待审批',
      approved: '已通过',
      rejected: '已驳回',
    },
  },
  reasons: {
    templateSecondPerson: '须由另一人审批，不能审批自己提交的模板',
  },
}
