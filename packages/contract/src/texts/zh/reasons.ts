/** Why an action is off (states.ts), by the precondition's name; `field` names columns changed in the audit trail. */
export const reasons = {
  wrongState: '当前状态不允许该操作',
  noAccess: '没有该操作的权限',
  ownCompany: '仅创建该工单的公司可以操作',
  assignedEngineer: '仅被指派的工程师可以操作',
  notTheCompleter: '完成工单的人不能审核自己的工单',
  signedInAtSites: '请先在签到地址签到',
  alarmHasOrder: '该报警已有未完成的维修工单',
}
export type Reasons = Record<keyof typeof reasons, string>

/** Titles and bodies of in-site messages, by type. */
export const messages = {
  orderAssigned: { title: '新的工单 {{code}}', content: '项目“{{project}}”：{{description}}' },
  orderDenied: { title: '工单 {{code}} 被退回', content: '原因：{{reason}}' },
  orderCompleted: { title: '工单 {{code}} 待审核', content: '{{who}}：{{note}}' },
  orderAgreed: { title: '工单 {{code}} 待评价', content: '项目“{{project}}”的工作已通过审核' },
  orderRefused: { title: '工单 {{code}} 被拒接', content: '{{who}}：{{reason}}' },
}
export type Messages = Record<keyof typeof messages, { title: string; content: string }>
