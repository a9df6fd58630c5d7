export const texts = {
  operations: {
    'alarm:assign': '指派报警',
  },
  subjects: {
    alarmDesk: '接警台',
  },
  fields: {
    holder: '接管人',
    from: '原接管人',
  },
}
