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
  reasons: {
    joinOwner: '须由项目所属公司或其上级公司审核',
    joinCodeUnknown: '没有此编号的已审核项目',
    joinSeen: '贵公司已可查看此项目，无需申请',
    joinWaiting: '贵公司已有待审核的申请，或已在协作中',
    joinTooOften: '贵公司 {{days}} 天内已申请 {{count}} 次，{{wait}} 天后可再次申请',
    joinPast: '有效期须晚于当前时间',
  },
}
