export const texts = {
  send: '发送测试报警',
  title: '发送测试报警？',
  what: '将以火警级别上报一次，处处标为“测试”，不触发联动；屏幕会弹出，并按现行通知规则实际通知以下人员：',
  sent: '测试报警已发出',
  stock: '尚未安装到项目中',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'alarm-test': typeof texts
  }
}
