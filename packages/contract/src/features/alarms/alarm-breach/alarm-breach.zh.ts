export const texts = {
  menus: {
    'alarm.breach': '响应超时',
  },
  subjects: {
    alarmBreach: '响应超时',
  },
  fields: {
    by: '统计方式',
    answered: '是否已处置',
    answeredBy: '处置人',
    answeredById: '处置人',
    breaches: '超时次数',
    unanswered: '仍未处置',
    averageLateS: '平均超时',
    worstLateS: '最长超时',
  },
}
