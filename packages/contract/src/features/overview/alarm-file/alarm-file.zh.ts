export const texts = {
  operations: {
    'alarm:file': '生成报警档案',
  },
}
