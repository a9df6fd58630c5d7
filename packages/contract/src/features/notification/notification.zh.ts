export const texts = {
  subjects: {
    notificationRun: '通知升级',
  },
}
