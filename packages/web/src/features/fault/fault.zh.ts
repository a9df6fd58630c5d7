export const texts = {
  keyword: '设备、网关、房间号或项目',
  fault: '故障',
  place: '位置',
  test: '测试',
  gatewayItself: '网关本身',
  unregistered: '未登记：{{code}}',
  noProject: '无项目',
  repeats: '又重复 {{count}} 次，最近 {{time}}',
  views: { open: '未解决', pending: '待处理', processing: '维修中', solved: '已解决' },
  solve: {
    action: '标记为已解决',
    selected: '批量标记为已解决',
    title: '将“{{name}}”标记为已解决？',
    titleMany: '将 {{count}} 条故障标记为已解决？',
    hint: '如果故障仍然存在，设备下次上报时会重新产生。',
    done: '已标记为已解决',
    already: '该故障已解决',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    fault: typeof texts
  }
}
