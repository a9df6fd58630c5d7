import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** One hash route. It stands here only when its page exists. */
export interface PageRoute {
  readonly path: string
  readonly load: Load
  /** A public page that stands inside the main layout for whoever is signed in: waiting fires sound there as well. */
  readonly framed?: true
  /** The console's own address, which leads whoever is signed in to their home. */
  readonly entry?: true
}

/** Without a session, outside the main layout. */
export const publicRoutes: readonly PageRoute[] = [
  { path: '/', load: () => import('./shell/login.page.tsx'), entry: true },
  { path: '/user', load: () => import('./shell/login.page.tsx') },
  { path: '/user/login', load: () => import('./shell/login.page.tsx') },
  { path: '/user/register', load: () => import('./shell/register.page.tsx') },
  { path: '/autoLogin', load: () => import('./shell/auto-login.page.tsx') },
  { path: '/noAuth', load: () => import('./shell/no-auth.page.tsx'), framed: true },
]

/** Inside the main layout, entered when the menu tree allows (contract: judgeRoute). A detail page takes its id in the query. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/home', load: () => import('./shell/home-redirect.page.tsx') },
  { path: '/alarm/alarmLogList', load: () => import('./features/alarm/alarm-list.page.tsx') },
  { path: '/alarm/alarmLogList/detail', load: () => import('./features/alarm/alarm-detail.page.tsx') },
  { path: '/alarm/faultLogList', load: () => import('./features/fault/fault-list.page.tsx') },
  { path: '/alarm/unknownCodeList', load: () => import('./features/unknown-report/unknown-code-list.page.tsx') },
  { path: '/device/unknownDeviceList', load: () => import('./features/unknown-report/unknown-device-list.page.tsx') },
  { path: '/dataCenter/home', load: () => import('./features/data-centre/home.page.tsx') },
  { path: '/message/messageList', load: () => import('./features/message/message-list.page.tsx') },
  {
    path: '/order/repairOrderList',
    load: async () => ({ default: (await import('./features/order/order-list.page.tsx')).orderListPage('repair') }),
  },
  {
    path: '/order/repairOrderList/detail',
    load: async () => ({ default: (await import('./features/order/order-detail.page.tsx')).orderDetailPage('repair') }),
  },
  {
    path: '/account/companyAccountList',
    load: async () => ({ default: (await import('./features/account/account-list.page.tsx')).accountListPage('company') }),
  },
  {
    path: '/account/companyAccountList/detail',
    load: async () => ({ default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('company') }),
  },
  {
    path: '/account/distributorAccountList',
    load: async () => ({ default: (await import('./features/account/account-list.page.tsx')).accountListPage('distributor') }),
  },
  {
    path: '/account/distributorAccountList/detail',
    load: async () => ({
      default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('distributor'),
    }),
  },
  {
    path: '/account/primaryAgentAccountList',
    load: async () => ({ default: (await import('./features/account/account-list.page.tsx')).accountListPage('agentOne') }),
  },
  {
    path: '/account/primaryAgentAccountList/detail',
    load: async () => ({ default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('agentOne') }),
  },
  {
    path: '/account/secondaryAgentAccountList',
    load: async () => ({ default: (await import('./features/account/account-list.page.tsx')).accountListPage('agentTwo') }),
  },
  {
    path: '/account/secondaryAgentAccountList/detail',
    load: async () => ({ default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('agentTwo') }),
  },
  {
    path: '/account/userAccountList',
    load: async () => ({ default: (await import('./features/account/account-list.page.tsx')).accountListPage('user') }),
  },
  {
    path: '/account/userAccountList/detail',
    load: async () => ({ default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('user') }),
  },
  {
    path: '/company/distributorList',
    load: async () => ({ default: (await import('./features/company/company-list.page.tsx')).companyListPage('distributor') }),
  },
  {
    path: '/company/agentOneList',
    load: async () => ({ default: (await import('./features/company/company-list.page.tsx')).companyListPage('agent_one') }),
  },
  {
    path: '/company/agentTwoList',
    load: async () => ({ default: (await import('./features/company/company-list.page.tsx')).companyListPage('agent_two') }),
  },
  { path: '/user/companyEdit', load: () => import('./features/company/company-edit.page.tsx') },
  { path: '/customer/customerList', load: () => import('./features/customer/customer-list.page.tsx') },
  { path: '/customer/customerList/detail', load: () => import('./features/customer/customer-detail.page.tsx') },
  { path: '/customer/customerAccount', load: () => import('./features/customer/customer-account-list.page.tsx') },
  { path: '/system/roleManage', load: () => import('./features/role/role-list.page.tsx') },
  { path: '/system/menuManage', load: () => import('./features/menu/menu-tree.page.tsx') },
  { path: '/system/APIConfig', load: () => import('./features/api-config/api-config-list.page.tsx') },
  { path: '/system/logRecord', load: () => import('./features/system-log/system-log.page.tsx') },
  { path: '/system/operatorConfig', load: () => import('./features/api-config/operator-platform-list.page.tsx') },
]

/** Drawn inside the layout on every page: pop-ups that must not depend on where one is. */
export const everywhere: readonly Load[] = [() => import('./features/alarm/alarm-watch.tsx')]

export const homePath = '/dataCenter/home'
