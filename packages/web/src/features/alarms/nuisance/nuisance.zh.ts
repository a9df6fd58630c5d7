export const texts = {
  device: '探测器',
  place: '位置',
  alarms: '查看误报',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    nuisance: typeof texts
  }
}
