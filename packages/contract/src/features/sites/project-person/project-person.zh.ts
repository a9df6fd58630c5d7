export const texts = {
  subjects: {
    projectPerson: '项目消防人员',
  },
  operations: {
    'projectPerson:unmask': '查看消防人员完整电话',
  },
  fields: {
    organisation: '单位',
    daysLeft: '剩余天数',
    expiring: '即将到期或已过期',
    noPhone: '删除电话',
  },
  enums: {
    projectPersonRole: {
      responsible: '消防安全责任人',
      manager: '消防安全管理人',
      controlRoom: '消防控制室值班员',
      serviceCompany: '维保单位',
      brigade: '消防救援机构联系人',
      other: '其他',
    },
  },
}
