export const texts = {
  operations: {
    'alarm:note': '添加记录、照片和视频',
  },
  fields: {
    text: '记录',
    videos: '视频',
  },
}
