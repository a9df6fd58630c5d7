export const texts = {
  fields: { runId: '执行中的规则' },
  subjects: {
    notificationRun: '通知升级',
  },
  reasons: {
    ruleOfOtherCompany: '其他公司的规则',
    deviceNotAtProject: '该设备不在所选项目中',
    noFurtherStep: '该规则已没有可提前的后续步骤',
    stepDoneMeanwhile: '期间已执行了一个步骤，请先查看已通知的人员',
  },
}
