export const texts = {
  subjects: {
    alarmType: '报警类型',
    faultType: '故障类型',
  },
  fields: {
    acknowledgeS: '确认时限（秒）',
    closeS: '处理时限（秒）',
    paramCount: '上报参数',
  },
}
