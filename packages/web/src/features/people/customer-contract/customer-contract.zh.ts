export const texts = {
  title: '合同',
  keyword: '合同编号',
  create: '新建合同',
  edit: '编辑合同',
  created: '创建时间',
  term: '期限',
  until: '{{from}} 至 {{to}}',
  left: '剩余 {{count}} 天',
  lastDay: '今天到期',
  over: '已到期 {{count}} 天',
  begins: '{{count}} 天后开始',
  deleteHint: '仅用于删除误录的合同；合同编号和期限保留在操作日志中。',
  form: {
    no: '同一公司内不能重复',
    remark: '如付款方式、续签条件',
    files: 'pdf、png 或 jpg，最多 {{most}} 个，每个不超过 {{size}} MB',
    addFile: '上传附件',
    removeFile: '移除附件“{{name}}”',
    tooLarge: '“{{name}}”超过 {{size}} MB',
    wrongType: '“{{name}}”不是 pdf、png 或 jpg',
    filesOf: '{{types}}，最多 {{most}} 个，每个不超过 {{size}} MB',
    wrongKind: '“{{name}}”不是 {{types}} 文件',
    full: '最多 {{most}} 个附件',
    notBefore: '不能早于开始日期',
  },
  noFiles: '无',
  openFile: '下载附件“{{name}}”',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'customer-contract': typeof texts
  }
}
