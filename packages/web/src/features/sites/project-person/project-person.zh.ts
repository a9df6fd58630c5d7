export const texts = {
  title: '消防人员',
  create: '添加人员',
  edit: '编辑人员',
  deleteHint: '从本项目移除后，操作日志中仍保留其记录。',
  views: { expiring: '证书即将到期或已过期' },
  certificate: '证书',
  masked: '当前为隐藏显示，留空则保持不变',
  expiry: {
    left: '剩余 {{count}} 天',
    today: '今天到期',
    over: '已过期 {{count}} 天',
  },
  form: {
    organisation: '如物业公司、维保单位、消防救援站',
    certificate: '如消防设施操作员证书编号',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'project-person': typeof texts
  }
}
