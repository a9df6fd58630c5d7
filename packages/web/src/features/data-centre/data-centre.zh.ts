export const texts = {
  figures: '总览',
  openAlarms: '未关闭报警',
  unconfirmed: '{{count}} 条未确认',
  breached: '{{unconfirmed}} 条未确认 · {{breached}} 条超时',
  allConfirmed: '全部已确认',
  noneOpen: '没有报警',
  openFaults: '未解决故障',
  openOrders: '未完成工单',
  overdue: '{{count}} 张已逾期',
  noneOverdue: '无逾期',
  devices: '设备',
  online: '{{count}} 台在线',
  someOffline: '{{online}} 台在线 · {{offline}} 台离线',
  unsupervised: '{{count}} 台未监控',
  projects: '项目',
  gateways: '网关',
  liveAlarms: '实时报警',
  listed: '显示 {{shown}} / {{total}} 条，未确认的在前，较早的在前',
  order: '未确认的在前，按级别、时间先后排列',
  allAlarms: '查看全部',
  noAlarms: '目前没有未关闭的报警。',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'data-centre': typeof texts
  }
}
