export const texts = {
  send: '发送测试报警',
  title: '发送测试报警？',
  what: '将以火警级别产生一条报警，处处标为“测试”，不触发联动；它显示在报警列表、报警队列和大屏中，排在所有真实报警之后，不在他人的屏幕上响铃；并按现行通知规则实际通知以下人员：',
  sent: '测试报警已发出',
  stock: '尚未安装到项目中',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'alarm-test': typeof texts
  }
}
