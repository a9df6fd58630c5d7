export const texts = {
  mapLabel: '{{label}}：地图，方向键移动，加减键缩放',
  pickLabel: '{{label}}：地图，方向键移动，加减键缩放，按回车键选取中心点',
  several: '{{first}} 等 {{count}} 处',
  closer: '放大',
  farther: '缩小',
  fit: '显示全部位置',
  sketch: '离线示意图，边界仅供参考',
  serviceError: '地图服务错误，已改用离线地图',
  noPosition: '没有经纬度信息',
  list: '以列表显示（{{count}} 处）',
  search: '查找',
  searchHint: '输入地址或行政区名称',
  searchLabel: '按地址查找位置',
  useAddress: '用上面填写的地址查找',
  approximate: '只找到所在区域，请在地图上点选准确位置。',
  clear: '清除位置',
  systemHint:
    '点击地图选取位置，或直接输入经纬度。坐标系说明这两个数字取自哪种地图：GPS 为 WGS-84，高德为 GCJ-02，百度为 BD-09。',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    map: typeof texts
  }
}
