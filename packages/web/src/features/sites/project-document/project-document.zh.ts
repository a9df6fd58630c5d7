export const texts = {
  title: '资料与照片',
  create: '添加资料',
  addPhotos: '上传照片',
  edit: '编辑资料',
  deleteHint: '资料及其文件将一并删除。',
  views: { expiring: '即将到期或已过期', photos: '照片' },
  keyword: '标题或备注',
  gallery: '现场照片',
  open: '打开 {{name}}',
  closeOf: '照片：{{name}}',
  previous: '上一张',
  next: '下一张',
  files: {
    add: '选择文件',
    camera: '拍照或选择照片',
    remove: '移除 {{name}}',
    hint: '最多 {{most}} 个文件。可上传图片、PDF、Word、Excel、压缩包、音视频；照片过大时自动压缩。',
    tooMany: '最多 {{most}} 个文件，其余未上传',
    required: '请至少选择一个文件',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'project-document': typeof texts
  }
}
