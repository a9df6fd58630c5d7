export const texts = {
  states: { pending_handle: '待处理', handled: '已处理' },
  create: '反馈问题',
  send: '提交',
  created: '反馈已提交，服务人员会尽快处理',
  deviceHint: '选填；设备上标签的编号',
  contentHint: '请写明现象、位置和时间',
  open: '查看',
  reply: '回复',
  replyTitle: '回复 {{code}}',
  replyHint: '反馈人会收到这条回复；回复后反馈为已处理。',
  replied: '回复已发送',
  complete: '处理完成',
  completeTitle: '处理完成 {{code}}',
  completeHint: '用于已通过电话等其他方式处理的反馈，请写明处理方式。',
  completed: '反馈已处理',
  convert: '转维修工单',
  title: '用户反馈 {{code}}',
  photos: '照片',
  noPhotos: '没有照片',
  replies: '回复记录',
  noReplies: '还没有回复',
  by: '{{who}}，',
  dates: '反馈日期',
  close: '关闭',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'user-feedback': typeof texts
  }
}
