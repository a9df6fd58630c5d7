export const texts = {
  menus: {
    'company.distributor': '经销商',
    'company.agentOne': '一级代理',
    'company.agentTwo': '二级代理',
    companyEdit: '公司信息',
  },
  subjects: {
    agentOne: '一级代理',
    agentTwo: '二级代理',
    company: '公司',
    companyConfig: '公司配置',
    distributor: '经销商',
  },
  fields: {
    parentName: '上级公司',
    expiresWithin: '剩余天数不超过',
    expiresAt: '到期时间',
    domain: '域名',
    domainRequested: '待审批域名',
    storage: '存储空间',
    streetCode: '街道编码',
    licenceNo: '执照编号',
    licenceFile: '执照文件',
    quotas: '配额',
    adminAccount: '管理员账号',
    adminAccountId: '管理员账号',
    adminName: '管理员姓名',
    adminPhone: '管理员电话',
    blockedBy: '受限于上级',
  },
  enums: {
    companyType: {
      siter: '运营公司',
      distributor: '经销商',
      agent_one: '一级代理',
      agent_two: '二级代理',
    },
    companyBlock: {
      disabled: '已停用',
      expired: '已到期',
    },
  },
}
