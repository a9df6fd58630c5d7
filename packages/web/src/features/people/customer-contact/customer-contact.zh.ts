export const texts = {
  title: '联系人',
  create: '新建联系人',
  edit: '编辑联系人',
  columns: { seq: '顺序', contact: '联系方式' },
  deleteHint: '删除后，其后的联系人顺序前移。',
  up: '上移',
  down: '下移',
  first: '已在最前',
  last: '已在最后',
  moved: '{{name}} 现为第 {{seq}} 位',
  masked: '当前为隐藏显示，留空则保持不变',
  noEmail: '删除邮箱',
  form: { remark: '如方便联系的时间、负责的区域' },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'customer-contact': typeof texts
  }
}
