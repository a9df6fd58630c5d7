export const texts = {
  alarm: {
    create: '新建报警类型',
    edit: '编辑报警类型“{{name}}”（{{code}}）',
    disableHint: '停用后，新的上报参数不能再选用该类型；已选用它的代码照常产生报警。',
    removeHint: '没有上报参数选用、也从未产生过报警的类型才能删除。',
  },
  fault: {
    create: '新建故障类型',
    edit: '编辑故障类型“{{name}}”（{{code}}）',
    disableHint: '停用后，新的上报参数不能再选用该类型；已选用它的代码照常产生故障。',
    removeHint: '没有上报参数选用、也从未产生过故障的类型才能删除。',
  },
  acknowledge: '确认时限',
  close: '处理时限',
  codeHint: '产品内部使用，保存后不能修改',
  levelHint: '提示音随级别：各级按各自的节奏鸣响，直至有人处理或静音；火警鸣响时不响其他级别',
  acknowledgeHint: '从首次报警起算，90 秒为消防控制室的常用要求',
  closeHint: '留空则不设时限',
  seeded: '随产品提供，不能删除，可以停用',
  quieter: '“{{name}}”不再作为火警？',
  quieterText: '今后此类报警的提示音间隔比火警长，也不再排在最前；已产生的报警不变。',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'signal-type': typeof texts
  }
}
