/** Why an action is off (states.ts), by the precondition's name; `field` names columns changed in the audit trail. */
export const reasons = {
  wrongState: '当前状态不允许该操作',
  noAccess: '没有该操作的权限',
  ownCompany: '仅创建该工单的公司可以操作',
  assignedEngineer: '仅被指派的工程师可以操作',
  notTheCompleter: '完成工单的人不能审核自己的工单',
  signedInAtSites: '请先在签到地址签到',
  alarmHasOrder: '该报警已有未完成的维修工单',
  roleUnfit: '角色“{{role}}”不适用于该账号：类型不符、已停用或属于其他公司',
  personStays: '客户类型为“个人”，修改类型会显示其姓名，须具有“查看完整信息”权限',
  roleTypeAbove: '不能管理“{{type}}”类型的角色，只能选择本账号类型及其下级类型',
  roleHeld: '角色正由 {{holders}} 使用，须先更换这些账号的角色才能修改类型',
  grantUnfit: '“{{type}}”类型的角色不能拥有：{{grants}}',
  verifyRunning: '另一次审计链校验正在进行，请等它完成后再试',
  parentType: '该类公司不能直属于所选的上级公司',
  setAbove: '组织编码由上级公司设置',
  domainNotAsked: '该公司没有待审批的域名',
  twoStepOn: '两步登录已开启，或尚未开始设置',
  twoStepOff: '两步登录未开启',
  twoStepRequired: '您的角色要求两步登录，不能关闭',
  administratorUnfit: '只能选择该公司已启用且在有效期内的账号',
  expiryPassed: '到期时间须晚于现在',
  menuSeeded: '该菜单随产品提供，只能修改名称、排序和图标',
  menuDepth: '只能建在一级分组之下，且其下不能再建分组',
  menuKind: '分组与链接不能互相转换',
  menuNeeded: '停用后将无人能够恢复，或无人能够获知火警',
  callUnknown: '产品没有这个接口',
  callNeeded: '登录、配置或火警处理需要该接口，不能停用',
  modelUnfit: '请选择已启用的设备型号（不能是网关型号）',
  gatewayGone: '上报它的网关已不存在',
  unknownKind: '该条记录不能这样处理',
  formatUnknown: '产品不支持该编码格式',
  credentialsInUrl: '地址中不能包含账号和密码',
}
export type Reasons = Record<keyof typeof reasons, string>

/** Titles and bodies of in-site messages, by type. */
export const messages = {
  orderAssigned: { title: '新的工单 {{code}}', content: '项目“{{project}}”：{{description}}' },
  orderDenied: { title: '工单 {{code}} 被退回', content: '原因：{{reason}}' },
  orderCompleted: { title: '工单 {{code}} 待审核', content: '{{who}}：{{note}}' },
  orderAgreed: { title: '工单 {{code}} 待评价', content: '项目“{{project}}”的工作已通过审核' },
  orderRefused: { title: '工单 {{code}} 被拒接', content: '{{who}}：{{reason}}' },
  signInAttempts: {
    title: '有人正在尝试登录您的账号',
    content: '已有 {{count}} 次密码或验证码错误，最近一次来自 {{ip}}。如非本人操作，请修改密码并开启两步登录。',
  },
  twoStepOn: { title: '两步登录已开启', content: '今后登录需要身份验证器的验证码。如非本人操作，请立即联系管理员。' },
  twoStepOff: { title: '两步登录已关闭', content: '今后登录只需密码。如非本人操作，请立即联系管理员。' },
  twoStepReset: { title: '您的两步登录已被重置', content: '{{who}} 重置了您的两步登录。如未曾要求，请立即联系管理员。' },
  recoveryCodeUsed: {
    title: '恢复码已被使用',
    content: '有人用恢复码登录了您的账号，还剩 {{left}} 个。如非本人操作，请立即修改密码。',
  },
  domainAsked: {
    title: '“{{company}}”申请使用域名 {{domain}}',
    content: '请在公司列表中审批。审批通过后，该域名的登录页将显示该公司的品牌。',
  },
  domainAgreed: { title: '域名 {{domain}} 已通过审批', content: '通过该域名打开的登录页将显示贵公司的品牌。' },
  domainRejected: { title: '域名 {{domain}} 未通过审批', content: '如需了解原因，请联系平台运营方。' },
  companyExpiring: {
    title: '“{{company}}”的服务将于 {{date}} 到期',
    content: '剩余 {{days}} 天。到期后，该公司及其下级公司的账号将无法登录；设备继续上报，报警照常保存。',
  },
}
export type Messages = Record<keyof typeof messages, { title: string; content: string }>
