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
}
