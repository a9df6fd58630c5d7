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
  errors: {
    heldByOther: '该项目的报警已由 {{who}} 于 {{when}} 接管，如需操作请先接管',
    operatorUnfit: '“{{name}}”不能处理该项目的报警，请选择其他人员',
  },
}
