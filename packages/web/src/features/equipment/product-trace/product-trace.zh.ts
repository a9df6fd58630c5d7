export const texts = {
  keyword: '设备编号或名称',
  code: '编号',
  stocked: '入库时间',
  device: '设备',
  gateway: '网关',
  system: '系统',
  fromTo: '位置变化',
  title: '{{kind}} {{code}}',
  today: '现状',
  life: '全程记录',
  chain: '更换顺序',
  firmware: '固件版本',
  scrapReason: '报废原因',
  order: '工单 {{code}}',
  of: '设备 {{code}}',
  away: '该设备已移交其他公司。以下为移交前的记录。',
  nothing: '没有您可以查看的记录',
  capped: '记录较多，仅显示最近的部分；完整记录请在操作日志中导出。',
  noCode: '地址中缺少编号',
  missing: '没有编号为“{{code}}”的设备或网关',
  scan: { label: '查询单台', placeholder: '扫描或输入设备、网关编号', open: '查看全程' },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'product-trace': typeof texts
  }
}
