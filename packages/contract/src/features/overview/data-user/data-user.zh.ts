export const texts = {
  menus: {
    'dataCenter.user': '用户统计',
  },
  subjects: {
    dataUser: '用户统计',
  },
  fields: {
    disabledAccounts: '停用账号',
    active7: '7 天内登录',
    active30: '30 天内登录',
    neverSignedIn: '从未登录账号',
    unverifiedPhone: '手机未验证',
    withoutPhone: '无手机号',
    twoStepAccounts: '启用两步登录',
    companyType: '公司类型',
    reachedShare: '送达率',
    appShare: 'APP 送达率',
    smsShare: '短信送达率',
    voiceShare: '语音接通率',
    mailShare: '邮件送达率',
  },
}
