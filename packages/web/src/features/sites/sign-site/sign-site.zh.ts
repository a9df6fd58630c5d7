export const texts = {
  create: '新建签到地址',
  edit: '编辑签到地址',
  keyword: '名称、地址或二维码编号',
  created: '创建时间',
  disableConfirm: '停用后，新工单不能再选择该签到地址；已选择它的工单不受影响。确定停用？',
  deleteHint: '没有工单使用、也没有签到记录的地址才能删除，其他的请停用。',
  noPosition: '未设置位置',
  noPositionHint: '没有经纬度，签到时无法判断工程师是否在场。请编辑并在地图上选取位置。',
  never: '从未签到',
  map: '{{name}} 的位置',
  placeMap: '签到地址',
  form: {
    projectHint: '工程师到该项目作业时在此签到',
    radiusHint: '手机定位在此范围内视为有效签到，20–5000 米',
    floor: '楼层或具体位置',
    tagHint: '写入现场二维码或 NFC 标签的编号；留空则自动生成',
  },
  tabs: { overview: '概览', records: '签到记录' },
  panels: { site: '签到地址', map: '位置', tag: '现场二维码', signs: '签到统计', record: '记录' },
  qr: '签到地点 {{name}} 的二维码',
  tagHint: '打印后贴在签到地点，供工程师签到时扫描或输入。编号带有签名，只有此码有效。',
  at: '签到地点',
  recordsMap: '最近的签到位置',
  recordsList: '签到记录',
  recordNote: '{{time}}，距离 {{distance}} 米，{{result}}',
  recordNoteUnknown: '{{time}}，{{result}}',
  recordKeyword: '工程师或工单编号',
  accuracy: '定位精度 ±{{metres}} 米',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'sign-site': typeof texts
  }
}
