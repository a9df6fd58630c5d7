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
  reasons: {
    duressAlone: '胁迫口令需要与来电口令一同设置',
    duressSame: '胁迫口令不能与来电口令相同',
    methodNeedsEmail: '选择邮件通知时须填写邮箱',
    methodNeedsAccount: '选择应用推送时须选择账号',
    accountNotHere: '只能选择该项目所属客户或公司的已启用账号',
    callListFull: '每个项目的呼叫名单最多 {{count}} 人',
    callListChanged: '呼叫名单已被他人修改，请刷新后再调整顺序',
  },
}
