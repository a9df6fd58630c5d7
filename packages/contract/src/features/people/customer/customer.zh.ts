export const texts = {
  menus: {
    'customer.list': '客户',
  },
  subjects: {
    customer: '客户',
  },
  fields: {
    identityNo: '证件号码',
    notifyMethods: '通知方式',
    contracts: '合同数',
    contractEnd: '合同到期',
    privacyConsentAt: '隐私同意时间',
    privacyVersion: '隐私条款版本',
  },
  enums: {
    customerType: {
      person: '个人',
      enterprise: '企业',
      public: '公共机构',
    },
    notifyMethod: {
      app: '应用推送',
      sms: '短信',
      voice: '电话',
      mail: '邮件',
      inSite: '站内信',
    },
  },
  reasons: {
    personStays: '客户类型为“个人”，修改类型会显示其姓名，须具有“查看完整信息”权限',
  },
}
