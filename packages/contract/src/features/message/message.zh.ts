export const texts = {
  menus: {
    'message.list': '我的消息',
  },
  subjects: {
    message: '消息',
  },
  fields: {
    unread: '未读',
  },
  enums: {
    recordState: {
      queued: '排队中',
      sent: '已发送',
      delivered: '已送达',
      answered: '已接听',
      busy: '占线',
      noAnswer: '无人接听',
      failed: '失败',
    },
  },
}
