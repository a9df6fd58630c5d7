export const texts = {
  details: '详情',
  detailsOf: '发送详情',
  resend: '重新发送',
  resendConfirm: '将同样的内容再次发送给 {{receiver}}？',
  resent: '已加入发送队列',
  alarm: '报警 {{id}}',
  fault: '故障 {{id}}',
  related: '关联对象',
  none: '—',
  answer: '服务商应答',
  again: '失败后由记录 {{id}} 继续补发约 10 分钟',
  copy: '补发自记录 {{id}}',
  sms: '{{count}} 条',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'message-record': typeof texts
  }
}
