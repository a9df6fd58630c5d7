export const texts = {
  photos: {
    add: '添加照片',
    ofDevice: '为 {{code}} 添加照片',
    hint: 'png、jpg、gif，每张不超过 1MB，最多 {{most}} 张',
    type: '{{name}} 不是 png、jpg 或 gif 图片',
    size: '{{name}} 超过 1MB',
    remove: '移除照片 {{number}}',
    open: '查看照片 {{number}}',
    one: '照片 {{number}}',
    none: '没有照片',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    file: typeof texts
  }
}
