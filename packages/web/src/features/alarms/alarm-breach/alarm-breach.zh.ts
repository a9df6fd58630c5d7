export const texts = {
  sums: '超时统计',
  by: { project: '按项目', type: '按报警类型', operator: '按处置人' },
  of: { project: '项目', type: '报警类型', operator: '处置人' },
  alarm: '报警',
  late: '超时',
  open: '仍未处置',
  noProject: '未归属项目',
  nobody: '尚无人处置',
  system: '系统',
  more: '另有 {{count}} 项，请用筛选或导出查看',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'alarm-breach': typeof texts
  }
}
