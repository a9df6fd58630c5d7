/** Groups of the menu. Its pages are named by their features. */
export const groups = {
  dataCenter: '数据中心',
  project: '项目管理',
  order: '工单管理',
  alarm: '报警管理',
  duty: '值班管理',
  device: '设备管理',
  company: '公司管理',
  account: '账号管理',
  customer: '客户管理',
  version: '版本管理',
  message: '消息管理',
  productTrace: '产品追溯',
  open: '开放平台',
  system: '系统管理',
}

/** Labels of operations, by what is done. */
export const usualOperations = {
  view: '查看',
  create: '新建',
  update: '编辑',
  edit: '编辑',
  del: '删除',
  forbidden: '启用或停用',
  export: '导出',
  import: '导入',
  unmask: '查看完整信息',
  changePwd: '重置密码',
  register: '登记',
  ignore: '忽略',
}
