export const texts = {
  notSettled: '移交已生效，但移交期间新产生的部分记录尚未转移，系统每小时自动重试',
  keyword: '移交对象',
  project: '移交项目',
  company: '变更上级公司',
  projectId: '要移交的项目',
  companyId: '接收公司',
  customerId: '接收公司的客户',
  customerHint: '留空则在接收公司新建客户，复制原客户资料',
  movedCompany: '要移动的公司',
  parentId: '新的上级公司',
  name: '确认名称',
  nameHint: '请输入“{{name}}”以确认',
  reason: '移交原因',
  ok: '确认移交',
  started: '移交已开始，完成后状态会更新',
  choose: '选择移交对象和接收公司后，此处显示将移交的内容',
  fromTo: '从“{{from}}”移交到“{{to}}”',
  moves: '将移交',
  effects: '移交后',
  refused: '暂不能移交',
  counts: {
    companies: '公司 {{count}}',
    accounts: '账号 {{count}}',
    customers: '客户 {{count}}',
    projects: '项目 {{count}}',
    gateways: '网关 {{count}}',
    devices: '设备 {{count}}',
    openAlarms: '未关闭报警 {{count}}',
    alarms: '全部报警 {{count}}',
    faults: '故障 {{count}}',
    orders: '工单 {{count}}',
  },
  atOnce: '全部数据一次性移交：完成前只有原公司可见，完成后只有接收公司可见；期间报警照常接收和显示。',
  internal: '系统错误，未移交任何数据，可重新发起',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'hand-over': typeof texts
  }
}
