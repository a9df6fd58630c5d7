export const texts = {
  title: '通知升级',
  none: '该报警没有触发任何通知规则，系统未呼叫任何人员。',
  noneOfFault: '该故障没有触发任何通知规则，系统未通知任何人员。',
  noneHint: '请在“值班管理 › 通知规则”中检查适用于该项目的规则。',
  step: '第 {{done}} 步，共 {{of}} 步',
  notBegun: '尚未开始，共 {{of}} 步',
  next: '下一步：{{span}} 后',
  nextNow: '下一步：即将执行',
  last: '已无后续步骤，正在等待应答',
  stopped: '{{reason}}，不再继续通知',
  stoppedBy: '{{reason}}（{{who}}），不再继续通知',
  finished: '全部步骤已执行完毕，其间无人接管',
  since: '开始于',
  again: '{{n}} 条消息发送失败，系统将在约 10 分钟内继续补发。',
  sentAgain: '因先前发送失败而补发',
  goesOn: '系统将在约 10 分钟内继续补发',
  escalate: '立即升级',
  escalateAsk: '立即执行下一步？',
  escalateText: '将立即通知该规则下一步中的人员，之后的步骤仍按原有间隔执行。',
  escalated: '正在执行下一步',
  told: '已通知',
  nobody: '尚未通知任何人',
  leftOut: '未通知',
  all: '全部方式',
  above: '上级公司的通知规则',
  round: '第 {{step}} 步',
  roundAgain: '第 {{step}} 步，第 {{round}} 次',
  onConsole: '已显示在平台',
  columns: { time: '时间', step: '步骤', who: '人员', channel: '方式', state: '结果', reason: '原因' },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'alarm-escalation': typeof texts
  }
}
