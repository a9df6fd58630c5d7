export const texts = {
  menus: {
    'project.signAddress': '签到地址',
  },
  subjects: {
    signSite: '签到地址',
  },
  fields: {
    radiusM: '签到半径（米）',
    tagCode: '二维码编号',
    lastSignedAt: '最近签到',
    lastSignedBy: '最近签到人',
    engineer: '工程师',
    orderKind: '工单类型',
    distanceM: '距离（米）',
  },
}
