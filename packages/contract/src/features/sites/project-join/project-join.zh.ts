export const texts = {
  menus: { 'project.join': '项目协作' },
  operations: {
    'projectJoin:agree': '同意协作申请',
    'projectJoin:reject': '驳回协作申请',
    'projectJoin:end': '终止协作',
  },
  subjects: { projectJoin: '协作申请' },
  fields: {
    joinerId: '协作公司',
    joinerName: '协作公司',
    projectCode: '项目编号',
    rights: '协作权限',
    ownSide: '项目所属方',
  },
  enums: {
    joinState: { pending: '待审核', agreed: '协作中', rejected: '已驳回', ended: '已终止' },
    joinRight: { alarm: '处理报警', fault: '处理故障' },
  },
}
