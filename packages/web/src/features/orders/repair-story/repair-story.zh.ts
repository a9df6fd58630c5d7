export const texts = {
  repair: '维修',
  origin: '来源',
  noOrder: '该报警没有维修工单。',
  byHand: '该工单由人工创建，不来自报警或故障。',
  cause: '故障原因',
  action: '处理措施',
  retest: '复测结果',
  retestSignals: '复测信号',
  notStated: '未填写',
  falseCause: '误报原因',
  released: '（已退回待处理，或已由其他工单处理）',
  steps: {
    create: '创建工单',
    start: '开工',
    complete: '完工',
    agree: '审核通过',
    deny: '审核退回',
    appraise: '已评价',
    cancel: '已取消',
  },
  heard: {
    loading: '正在读取设备信号…',
    none: '开工后没有收到该工单设备的报警或测试信号。',
    noneYet: '尚未开工，也没有收到该工单设备的报警或测试信号。',
    sinceStart: '开工后收到的信号：',
    sinceCreated: '工单创建后收到的信号：',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'repair-story': typeof texts
  }
}
