export const texts = {
  menus: {
    'message.notify': '通知规则',
  },
  subjects: {
    notifyRule: '通知规则',
  },
  fields: {
    events: '触发事件',
    levels: '报警级别',
    alarmTypeIds: '报警类型',
    faultTypeIds: '故障类型',
    stopWhen: '停止条件',
    projectTypeIds: '项目类型',
    activeHours: '通知时段',
    receivers: '通知对象',
    channels: '通知方式',
    channel: '通知方式',
    afterS: '事件发生后（秒）',
    answerS: '等待应答（秒）',
    repeats: '重复次数',
    everyS: '重复间隔（秒）',
    teamId: '值班组',
  },
}
