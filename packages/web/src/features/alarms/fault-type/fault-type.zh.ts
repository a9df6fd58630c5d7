export const texts = {
  create: '新建故障类型',
  edit: '编辑故障类型“{{name}}”（{{code}}）',
  codeHint: '产品内部使用，保存后不能修改',
  disableHint: '停用后，新的上报参数不能再选用该类型；已选用它的代码照常产生故障。',
  removeHint: '没有上报参数选用、也从未产生过故障的类型才能删除。',
  seeded: '随产品提供，不能删除，可以停用',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'fault-type': typeof texts
  }
}
