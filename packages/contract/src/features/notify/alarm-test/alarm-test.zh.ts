export const texts = {
  subjects: {
    alarmTest: '测试报警',
  },
}
