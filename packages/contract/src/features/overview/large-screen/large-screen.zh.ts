export const texts = {
  menus: {
    'dataCenter.largeScreenDashboard': '监控大屏',
  },
  operations: {
    'largeScreen:view': '查看大屏',
    'largeScreen:kiosk': '管理大屏链接',
  },
  subjects: {
    kioskLink: '大屏链接',
  },
  enums: {
    kioskState: { valid: '有效', expired: '已过期', revoked: '已撤销' },
  },
  fields: {
    kioskState: '状态',
    screens: '正在显示的大屏',
    validDays: '有效天数',
  },
  errors: {
    kioskEnded: '此大屏链接已失效或已被撤销，请重新获取',
  },
}
