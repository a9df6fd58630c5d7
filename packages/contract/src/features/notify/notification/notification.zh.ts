export const texts = {
  fields: { runId: '执行中的规则' },
  subjects: {
    notificationRun: '通知升级',
  },
}
