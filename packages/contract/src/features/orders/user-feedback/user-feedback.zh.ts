export const texts = {
  menus: {
    'order.feedback': '用户反馈',
  },
  operations: {
    'userFeedback:reply': '回复',
    'userFeedback:complete': '处理完成',
  },
  subjects: {
    userFeedback: '用户反馈',
  },
  fields: {
    firstReplyAt: '首次回复时间',
    handledNote: '处理说明',
  },
  reasons: {
    notConverted: '该反馈已转为维修工单',
  },
}
