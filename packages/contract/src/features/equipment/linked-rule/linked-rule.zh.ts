export const texts = {
  menus: {
    'device.rule': '联动规则',
  },
  subjects: {
    linkedRule: '联动规则',
  },
  fields: {
    trigger: '触发条件',
    reportType: '上报类型',
    targets: '联动设备',
    targetIds: '联动设备',
    pauseS: '最短间隔（秒）',
    lastRunAt: '最近执行',
    ruleId: '联动规则',
    outcome: '执行结果',
    steps: '各设备结果',
  },
  enums: {
    ruleTrigger: {
      alarm: '报警类型',
      code: '上报代码',
      report: '上报类型',
    },
    ruleOutcome: {
      sent: '指令已下发',
      partly: '部分下发',
      none: '未下发',
    },
  },
  reasons: {
    ruleLoop: '规则会触发自己：{{path}}',
    ruleTooLate: '处理信号时已超过时限，未下发指令',
    ruleOnTest: '项目处于测试状态，未下发指令',
    ruleTargetMoved: '设备已不在该项目中',
  },
}
