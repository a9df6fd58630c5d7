export const texts = {
  operations: {
    'alarm:file': '生成报警档案',
  },
  subjects: {
    alarmFile: '报警档案',
  },
}
