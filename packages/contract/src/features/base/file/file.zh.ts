export const texts = {
  subjects: {
    file: '文件',
  },
  fields: {
    purpose: '用途',
    fileId: '文件',
    dryRun: '试运行',
  },
  errors: {
    fileType: '不支持该文件类型，可用：{{types}}',
    imageShape: '图片不符合要求：{{need}}',
  },
  reasons: {
    exportEndless: '服务器在导出过程中多次中断，请缩小导出范围，或联系运营公司',
    diskFull: '服务器磁盘已满，文件没有保存。请联系运营公司，稍后重试',
    fileEmpty: '文件是空的（0 字节），请重新选择',
  },
}
