export const texts = {
  menus: {
    'message.record': '发送记录',
  },
  operations: {
    'messageRecord:resend': '重新发送',
  },
  subjects: {
    messageRecord: '发送记录',
  },
  fields: {
    sentFor: '发送原因',
    receiver: '接收人',
    fire: '火警',
    taskId: '消息任务',
    provider: '服务商',
    providerRef: '服务商流水号',
    retried: '多次发送',
    charged: '有费用',
    failureKind: '失败原因',
    copyOf: '补发自',
    copyId: '补发记录',
    deliveredAt: '送达时间',
    segments: '短信条数',
    cost: '费用',
  },
  reasons: {
    alarmClosedNoResend: '该报警已关闭，不再发送',
    resendReceiverGone: '接收人的账号已停用、已删除或已属其他公司',
    resendNotNow: '仅已结束且未确认收到的消息可以重新发送',
  },
}
