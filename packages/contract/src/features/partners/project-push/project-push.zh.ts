export const texts = {
  menus: {
    'open.projectPush': '项目推送',
  },
  subjects: {
    projectPush: '项目推送',
  },
  fields: {
    delayS: '延迟（秒）',
    projectPushState: '推送关系状态',
    pushEndReason: '结束原因',
    lastPushAt: '最近推送',
  },
  enums: {
    projectPushState: { active: '推送中', ended: '已结束' },
    pushEndReason: { projectLeft: '项目已移出端点所属公司的范围', projectDeleted: '项目已删除' },
  },
  reasons: {
    pushEndpointAbove: '端点须属于项目所属公司或其上级公司',
    pushEndedAlready: '该项目推送已结束',
  },
}
