export const texts = {
  keyword: '公司名称或组织编码',
  period: '消息统计时段（默认近 30 天）',
  summary: '筛选结果汇总',
  of: '账号为当前数据；消息为 {{from}} 至 {{to}} 的数据，每家公司只计其自身，不含下级公司。',
  companies: '公司',
  disabled: '{{count}} 个停用',
  active: '近 30 天登录',
  active7: '近 7 天 {{count}}',
  never: '从未登录',
  unverified: '手机未验证',
  withoutPhone: '其中 {{count}} 个没有手机号',
  phoneNote: '“手机未验证”：已启用、但没有任何短信或电话成功送达过其手机号的账号，短信和语音可能通知不到这些人。',
  twoStep: '两步登录',
  reached: '消息送达率',
  reachedNote: '“送达率”：已发出的消息中确认送达的比例；语音只计已接听。没有回执的消息不算送达，测试消息不计。',
  types: '各类型账号',
  type: '账号类型',
  company: '公司',
  enabledAccounts: '启用',
  disabledAccounts: '停用',
  largest: '账号最多的公司',
  delivery: '各渠道送达率',
  channel: '渠道',
  messages: '各渠道消息',
  counts: {
    queued: '待发送',
    sent: '已发送（无回执）',
    delivered: '已送达',
    read: '已读',
    answered: '已接听',
    failed: '失败',
  },
  kinds: { staff: '员工 {{count}}', customer: '客户账号 {{count}}', user: '普通用户 {{count}}' },
  inactive: '{{count}} 个超过 30 天未登录',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'data-user': typeof texts
  }
}
