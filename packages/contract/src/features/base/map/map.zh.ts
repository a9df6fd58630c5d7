export const texts = {
  enums: {
    mapProvider: { offline: '离线地图', amap: '高德地图' },
    geocodeResult: { found: '已找到地址', no_data: '无法找到该地址', error: '地图服务错误' },
  },
}
