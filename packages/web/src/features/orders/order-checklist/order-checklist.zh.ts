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
  file: {
    read: '从 CSV 导入',
    save: '导出为 CSV',
    done: '已读入 {{count}} 项，替换了原有内容；保存后生效',
    header: '第一行须为列名，至少包含 textZh、textEn、answer；可先导出一份作为模板',
    row: '第 {{row}} 项无法识别：请检查中英文内容、填写方式（yesNo、value、text、photo）、上下限和 Y/N',
    many: '一张检查表最多 60 项',
    empty: '文件中没有检查项',
  },
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
