export const texts = {
  tabs: { query: '设备查询', recalls: '批次召回' },
  keyword: '批次或原因',
  create: '发起召回',
  created: '召回已发起',
  createHint: '查找本公司及下级公司该批次的全部设备，并记入每台设备的追溯记录。',
  modelHint: '留空则包含该批次的所有型号',
  everyModel: '所有型号',
  progress: '处理进度',
  doneOf: '已处理 {{done}} / {{total}}',
  whom: '通知对象',
  devices: '设备去向',
  holder: '单位',
  contact: '联系人',
  notNotified: '未通知',
  told: '登记通知',
  notifiedTitle: '登记已通知“{{name}}”',
  how: '通知方式',
  howHint: '如：电话通知王经理，约定周五更换',
  close: '结束召回',
  closeTitle: '结束召回 {{code}}',
  closed: '召回已结束',
  closedNow: '召回已结束',
  stillInUse: '仍有 {{count}} 台设备在使用',
  capped: '仅显示在用设备最多的单位；完整清单请导出设备去向。',
  title: '召回 {{code}} · 批次 {{batch}}',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    recall: typeof texts
  }
}
