export const texts = {
  subjects: {
    alarmTest: '测试报警',
  },
  reasons: {
    testNoProject: '该设备或网关不在任何项目中',
    testNoCode: 'Contact ID 代码 1110（火警）没有启用的上报参数，请先在“上报参数”中启用',
  },
}
