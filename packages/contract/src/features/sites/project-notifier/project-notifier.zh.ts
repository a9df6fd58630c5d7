export const texts = {
  subjects: {
    projectNotifier: '呼叫名单联系人',
  },
  fields: {
    seq: '呼叫顺序',
    role: '职责',
    accountName: '应用账号',
    callerPassword: '来电口令',
    duressPassword: '胁迫口令',
    noEmail: '删除邮箱',
  },
  enums: {
    notifierRole: {
      responsible: '消防安全责任人',
      manager: '消防安全管理人',
      controlRoom: '消防控制室',
      security: '安保人员',
      keyholder: '钥匙保管人',
      other: '其他',
    },
    callLanguage: { zh: '中文', en: '英文' },
  },
}
