export const texts = {
  operations: {
    'alarm:note': '添加记录和照片',
  },
  fields: {
    text: '记录',
  },
}
