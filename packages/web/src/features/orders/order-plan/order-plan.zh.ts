export const texts = {
  title: '巡检与维保计划',
  paused: '计划已暂停：{{reason}}',
  kind: '类型',
  cycle: '周期',
  days: '{{count}} 天',
  next: '下次日期',
  created: '生成工单日期',
  last: '上次日期',
  order: '上次工单',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'order-plan': typeof texts
  }
}
