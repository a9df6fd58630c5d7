// The addresses of the pages, as plain data: a link to a page does not import the page. What each renders is in routes.ts.

/** Pages that need no session. */
export const publicPaths = {
  entry: '/',
  user: '/user',
  login: '/user/login',
  register: '/user/register',
  autoLogin: '/autoLogin',
  noAuth: '/noAuth',
} as const

/** Pages inside the main layout. A detail page takes its id from the query. */
export const pagePaths = {
  home: '/home',
  dataCentre: '/dataCenter/home',
  alarmList: '/alarm/alarmLogList',
  alarmDetail: '/alarm/alarmLogList/detail',
  faultList: '/alarm/faultLogList',
  unknownCodeList: '/alarm/unknownCodeList',
  unknownDeviceList: '/device/unknownDeviceList',
  messageList: '/message/messageList',
  repairOrderList: '/order/repairOrderList',
  repairOrderDetail: '/order/repairOrderList/detail',
  companyAccountList: '/account/companyAccountList',
  companyAccountDetail: '/account/companyAccountList/detail',
  distributorAccountList: '/account/distributorAccountList',
  distributorAccountDetail: '/account/distributorAccountList/detail',
  agentOneAccountList: '/account/primaryAgentAccountList',
  agentOneAccountDetail: '/account/primaryAgentAccountList/detail',
  agentTwoAccountList: '/account/secondaryAgentAccountList',
  agentTwoAccountDetail: '/account/secondaryAgentAccountList/detail',
  userAccountList: '/account/userAccountList',
  userAccountDetail: '/account/userAccountList/detail',
  distributorList: '/company/distributorList',
  agentOneList: '/company/agentOneList',
  agentTwoList: '/company/agentTwoList',
  companyEdit: '/user/companyEdit',
  customerList: '/customer/customerList',
  customerDetail: '/customer/customerList/detail',
  customerAccountList: '/customer/customerAccount',
  roleList: '/system/roleManage',
  menuTree: '/system/menuManage',
  apiConfigList: '/system/APIConfig',
  operatorPlatformList: '/system/operatorConfig',
  systemLog: '/system/logRecord',
} as const

export type PublicPageName = keyof typeof publicPaths
export type PageName = keyof typeof pagePaths
