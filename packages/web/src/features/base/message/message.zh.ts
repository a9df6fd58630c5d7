export const texts = {
  markRead: '标为已读',
  markAllRead: '全部标为已读',
  deleteSelected: '删除',
  deleteConfirm: '删除选中的 {{count}} 条消息？',
  open: '查看',
  read: '已读',
  unread: '未读',
  readState: '阅读状态',
  alreadyRead: '该消息已读',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    message: typeof texts
  }
}
