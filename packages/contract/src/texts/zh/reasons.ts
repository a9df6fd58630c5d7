/** Why a call is refused or an action is disabled, for reasons of no single feature. */
export const reasons = {
  wrongState: '当前状态不允许该操作',
  noAccess: '没有该操作的权限',
  seededStays: '随产品提供，不能删除，可以停用',
  credentialsInUrl: '地址中不能包含账号和密码',
}
export type Reasons = Record<keyof typeof reasons, string>
