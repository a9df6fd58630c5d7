export const texts = {
  create: '新建检查表',
  edit: '编辑检查表',
  hint: '新建的工单按工单类型和项目类型带上检查表；修改只影响今后的工单，已有工单保持原样。',
  typeHint: '不选则用于所有没有专用检查表的项目类型。',
  kind: '工单类型',
  type: '项目类型',
  allTypes: '其他所有类型',
  keyword: '检查项内容',
  disable: '停用后新工单不再带上这张检查表，已有工单不受影响。',
  deleteHint: '已有工单保留其检查表。',
  more: '还有 {{count}} 项',
  textsNeeded: '请填写每个检查项的中文和英文内容',
  add: '添加检查项',
  remove: '移除第 {{index}} 项',
  up: '第 {{index}} 项上移',
  down: '第 {{index}} 项下移',
  of: '第 {{index}} 项{{what}}',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'order-checklist': typeof texts
  }
}
