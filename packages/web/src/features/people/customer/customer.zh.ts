export const texts = {
  keyword: '名称或完整电话',
  nameKeyword: '名称',
  created: '创建时间',
  columns: { customer: '客户', contact: '联系人', company: '所属公司', place: '区域 / 地址', projects: '项目', devices: '设备' },
  live: '{{count}} 条未关闭',
  create: '新建客户',
  edit: '编辑客户',
  import: '导入客户',
  unmask: '查看完整信息',
  disableConfirm: '停用后，该客户的账号将立即退出并且无法登录；设备继续上报，报警照常保存。确定停用？',
  deleteHint: '没有项目、账号、合同和未完成工单的客户才能删除；其联系人随之删除。',
  masked: '已隐藏，留空则保持不变',
  contract: { left: '剩余 {{count}} 天', today: '今天到期', over: '已到期 {{count}} 天' },
  form: {
    companyHint: '不选则属于本公司',
    identityHint: '营业执照或身份证件号码，仅有权限的人可见',
    contractHint: '到期前 30 天会在列表中提示',
    contractsHint: '取 {{count}} 份合同中最晚的结束日期，请在“合同”页签中修改',
    personStays: '客户为个人，修改类型会显示其姓名，须具有“查看完整信息”权限',
    methodsHint: '仅作记录：客户希望的联系方式。报警通知按项目的呼叫名单和通知规则发送',
    privacyHint: '客户同意隐私条款的时间和条款版本',
  },
  tabs: {
    overview: '概览',
    projects: '项目',
    devices: '设备',
    accounts: '账号',
    alarms: '报警',
    orders: '工单',
    contacts: '联系人',
    contracts: '合同',
    feedback: '用户反馈',
  },
  sites: {
    project: '项目编号或名称',
    device: '设备编号、名称或房间号',
    stopped: '已停止服务',
    until: '维保到期',
    seen: '最近通信',
    never: '从未通信',
  },
  panels: { contact: '联系方式', service: '服务', record: '记录' },
  privacy: '{{time}}，版本 {{version}}',
  noPrivacy: '未登记',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    customer: typeof texts
  }
}
