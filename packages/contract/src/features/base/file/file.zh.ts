export const texts = {
  subjects: {
    file: '文件',
  },
  fields: {
    purpose: '用途',
    fileId: '文件',
    dryRun: '试运行',
  },
}
