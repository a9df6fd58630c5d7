export const texts = {
  device: '探测器',
  place: '位置',
  alarms: '查看误报',
  last: '最近一次',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    nuisance: typeof texts
  }
}
