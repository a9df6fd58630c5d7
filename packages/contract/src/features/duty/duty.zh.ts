export const texts = {
  menus: {
    'message.duty': '值班排班',
  },
  subjects: {
    dutyTeam: '值班组',
    dutyRoster: '值班表',
    dutyOverride: '值班调整',
    dutyNote: '交接班记录',
  },
  fields: {
    memberIds: '值班人员',
    members: '值班人员',
    shifts: '班次',
    shiftName: '班次',
    shiftNames: '班次',
    starts: '上班时间',
    ends: '下班时间',
    weekdays: '星期',
    first: '起始轮班组',
    turns: '参与轮换',
    groups: '轮班组',
    turnLength: '轮换周期',
    turnUnit: '周期单位',
    aroundTheClock: '全天候值班',
    onDuty: '当前值班',
    gap: '无人值班',
    insteadOfId: '替班对象',
    shiftFrom: '班次开始时间',
    readers: '已阅',
  },
  enums: {
    dutyTurn: {
      day: '天',
      week: '周',
      shift: '班',
    },
    dutyAbsence: {
      disabled: '账号已停用',
      expired: '账号已过期',
      deleted: '账号已删除',
    },
  },
}
