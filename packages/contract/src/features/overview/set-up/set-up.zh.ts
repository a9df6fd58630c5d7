export const texts = {
  subjects: {
    setUp: '初始设置',
  },
  fields: {
    hidden: '隐藏',
  },
  enums: {
    setUpStep: {
      nameAndZone: '名称与时区',
      firstSite: '第一个项目',
      firstGateway: '第一台网关上线',
      testAlarm: '看到一次测试报警',
      whoIsCalled: '报警时通知谁',
      reachesOutside: '通知能送达外部',
      phone: '在手机上使用',
      backup: '备份',
    },
  },
}
