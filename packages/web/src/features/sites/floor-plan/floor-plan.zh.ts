export const texts = {
  create: '新建平面图',
  edit: '编辑平面图',
  title: '楼层平面图',
  empty: '还没有平面图。上传楼层图纸后，可以在上面标出每台设备的位置。',
  choose: '楼层',
  choice: '{{building}} · {{floor}}（{{count}} 台设备）',
  deleteHint: '平面图上的设备位置一并删除，设备本身不受影响。',
  imageHint: 'PNG 或 JPG，不超过 {{size}} MB、{{pixels}} 百万像素',
  image: '平面图',
  alt: '{{building}} {{floor}} 平面图',
  place: '放置设备',
  placing: '点击平面图放置“{{device}}”，或用方向键移动准星后按回车键。',
  placingNext: '选择设备后，点击平面图上的位置。',
  device: '要放置的设备',
  allPlaced: '该项目的设备都已放置，或还没有设备。',
  done: '完成',
  move: '移动',
  unplace: '移除',
  placed: '{{device}} 已放置',
  unplaced: '{{device}} 已移除',
  list: '平面图上的设备（{{count}}）',
  none: '平面图上还没有设备。',
  pin: '{{code}} {{name}}：{{status}}',
  notPlaced: '该设备尚未在平面图上标出位置。',
  toPlans: '到项目的平面图放置',
  loading: '正在载入平面图',
  zoom: '放大平面图',
  unzoom: '缩小平面图',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'floor-plan': typeof texts
  }
}
