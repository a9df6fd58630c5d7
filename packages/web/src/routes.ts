import type { PageName, PublicPageName } from '@emberwatch/contract'
import type { ComponentType } from 'react'
import { withTexts } from './i18n/i18n.ts'

type Load = () => Promise<{ default: ComponentType }>

/** A public page. */
export interface PublicRoute {
  readonly load: Load
  /** Inside the main layout for signed-in users, so that waiting fires also sound there. */
  readonly framed?: true
  /** The console's root address, which leads signed-in users to their home. */
  readonly entry?: true
}

/** Without a session, outside the main layout. */
export const publicRoutes: Readonly<Record<PublicPageName, PublicRoute>> = {
  entry: { load: () => import('./shell/login.page.tsx'), entry: true },
  user: { load: () => import('./shell/login.page.tsx') },
  login: { load: () => import('./shell/login.page.tsx') },
  register: { load: withTexts(() => import('./shell/register.page.tsx')) },
  autoLogin: { load: () => import('./shell/auto-login.page.tsx') },
  largeScreen: { load: withTexts(() => import('./features/overview/large-screen/large-screen-alone.page.tsx')) },
  noAuth: { load: () => import('./shell/no-auth.page.tsx'), framed: true },
}

/** What is rendered at each address of the contract (pages.ts), if the menu tree allows it (contract: checkRoute). */
export const pageRoutes: Readonly<Record<PageName, Load>> = {
  home: () => import('./shell/home-redirect.page.tsx'),
  dataCentre: () => import('./features/overview/home/home.page.tsx'),
  dataProjectList: () => import('./features/overview/data-project/data-project-list.page.tsx'),
  dataUserList: () => import('./features/overview/data-user/data-user-list.page.tsx'),
  largeScreenFramed: () => import('./features/overview/large-screen/large-screen.page.tsx'),
  alarmList: () => import('./features/alarms/alarm/alarm-list.page.tsx'),
  alarmDetail: () => import('./features/alarms/alarm/alarm-detail.page.tsx'),
  alarmBreachList: () => import('./features/alarms/alarm-breach/alarm-breach-list.page.tsx'),
  nuisanceList: () => import('./features/alarms/nuisance/nuisance-list.page.tsx'),
  faultList: () => import('./features/alarms/fault/fault-list.page.tsx'),
  faultDetail: () => import('./features/alarms/fault/fault-detail.page.tsx'),
  paramsConfigList: () => import('./features/equipment/report-param/params-config.page.tsx'),
  unknownCodeList: () => import('./features/equipment/unknown-report/unknown-code-list.page.tsx'),
  gatewayList: () => import('./features/equipment/gateway/gateway-list.page.tsx'),
  gatewayDetail: () => import('./features/equipment/gateway/gateway-detail.page.tsx'),
  gatewayRegister: () => import('./features/equipment/gateway/gateway-register.page.tsx'),
  gatewayLabels: () => import('./features/equipment/gateway/gateway-labels.page.tsx'),
  gatewayStockList: () => import('./features/equipment/gateway/gateway-stock-list.page.tsx'),
  deviceList: () => import('./features/equipment/device/device-list.page.tsx'),
  deviceDetail: () => import('./features/equipment/device/device-detail.page.tsx'),
  deviceLabels: () => import('./features/equipment/device/device-labels.page.tsx'),
  deviceStockList: () => import('./features/equipment/device/device-stock-list.page.tsx'),
  unknownDeviceList: () => import('./features/equipment/unknown-report/unknown-device-list.page.tsx'),
  deviceSeriesList: () => import('./features/equipment/device-model/device-series-list.page.tsx'),
  deviceModelList: () => import('./features/equipment/device-model/device-model-list.page.tsx'),
  deviceModelConfig: () => import('./features/equipment/device-command/model-config.page.tsx'),
  deviceCommandList: () => import('./features/equipment/device-command/command-list.page.tsx'),
  linkedRuleList: () => import('./features/equipment/linked-rule/rule-list.page.tsx'),
  userAppList: async () => ({
    default: (await import('./features/people/app-version/app-version-list.page.tsx')).appVersionListPage('user'),
  }),
  userAppDetail: async () => ({
    default: (await import('./features/people/app-version/app-version-detail.page.tsx')).appVersionDetailPage('user'),
  }),
  adminAppList: async () => ({
    default: (await import('./features/people/app-version/app-version-list.page.tsx')).appVersionListPage('admin'),
  }),
  adminAppDetail: async () => ({
    default: (await import('./features/people/app-version/app-version-detail.page.tsx')).appVersionDetailPage('admin'),
  }),
  messageList: () => import('./features/base/message/message-list.page.tsx'),
  upgradeTaskList: () => import('./features/equipment/upgrade/task-list.page.tsx'),
  upgradeTaskDetail: () => import('./features/equipment/upgrade/task-detail.page.tsx'),
  messageTaskList: () => import('./features/notify/message-task/task-list.page.tsx'),
  messageTaskDetail: () => import('./features/notify/message-task/task-detail.page.tsx'),
  messageRecordList: () => import('./features/base/message-record/record-list.page.tsx'),
  messageTemplateList: () => import('./features/notify/message-template/template-list.page.tsx'),
  notifyRuleList: () => import('./features/notify/notify-rule/notify-rule-list.page.tsx'),
  firmwareList: () => import('./features/equipment/firmware/firmware-list.page.tsx'),
  firmwareDetail: () => import('./features/equipment/firmware/firmware-detail.page.tsx'),
  installOrderList: async () => ({
    default: (await import('./features/orders/order/order-list.page.tsx')).orderListPage('install'),
  }),
  installOrderDetail: async () => ({
    default: (await import('./features/orders/order/order-detail.page.tsx')).orderDetailPage('install'),
  }),
  projectList: () => import('./features/sites/project/project-list.page.tsx'),
  projectDetail: () => import('./features/sites/project/project-detail.page.tsx'),
  projectJoinList: () => import('./features/sites/project-join/project-join-list.page.tsx'),
  projectAuditList: () => import('./features/sites/project/project-audit-list.page.tsx'),
  projectTypeList: () => import('./features/sites/project/project-type-list.page.tsx'),
  dutyList: () => import('./features/notify/duty/duty-list.page.tsx'),
  dutyDetail: () => import('./features/notify/duty/duty-detail.page.tsx'),
  signSiteList: () => import('./features/sites/sign-site/sign-site-list.page.tsx'),
  signSiteDetail: () => import('./features/sites/sign-site/sign-site-detail.page.tsx'),
  repairOrderList: async () => ({
    default: (await import('./features/orders/order/order-list.page.tsx')).orderListPage('repair'),
  }),
  repairOrderDetail: async () => ({
    default: (await import('./features/orders/order/order-detail.page.tsx')).orderDetailPage('repair'),
  }),
  inspectOrderList: async () => ({
    default: (await import('./features/orders/order/order-list.page.tsx')).orderListPage('inspect'),
  }),
  inspectOrderDetail: async () => ({
    default: (await import('./features/orders/order/order-detail.page.tsx')).orderDetailPage('inspect'),
  }),
  maintenanceOrderList: async () => ({
    default: (await import('./features/orders/order/order-list.page.tsx')).orderListPage('maintenance'),
  }),
  maintenanceOrderDetail: async () => ({
    default: (await import('./features/orders/order/order-detail.page.tsx')).orderDetailPage('maintenance'),
  }),
  orderChecklistList: () => import('./features/orders/order-checklist/order-checklist-list.page.tsx'),
  userFeedbackList: () => import('./features/orders/user-feedback/user-feedback-list.page.tsx'),
  companyAccountList: async () => ({
    default: (await import('./features/people/account/account-list.page.tsx')).accountListPage('company'),
  }),
  companyAccountDetail: async () => ({
    default: (await import('./features/people/account/account-detail.page.tsx')).accountDetailPage('company'),
  }),
  distributorAccountList: async () => ({
    default: (await import('./features/people/account/account-list.page.tsx')).accountListPage('distributor'),
  }),
  distributorAccountDetail: async () => ({
    default: (await import('./features/people/account/account-detail.page.tsx')).accountDetailPage('distributor'),
  }),
  agentOneAccountList: async () => ({
    default: (await import('./features/people/account/account-list.page.tsx')).accountListPage('agentOne'),
  }),
  agentOneAccountDetail: async () => ({
    default: (await import('./features/people/account/account-detail.page.tsx')).accountDetailPage('agentOne'),
  }),
  agentTwoAccountList: async () => ({
    default: (await import('./features/people/account/account-list.page.tsx')).accountListPage('agentTwo'),
  }),
  agentTwoAccountDetail: async () => ({
    default: (await import('./features/people/account/account-detail.page.tsx')).accountDetailPage('agentTwo'),
  }),
  userAccountList: async () => ({
    default: (await import('./features/people/account/account-list.page.tsx')).accountListPage('user'),
  }),
  userAccountDetail: async () => ({
    default: (await import('./features/people/account/account-detail.page.tsx')).accountDetailPage('user'),
  }),
  distributorList: async () => ({
    default: (await import('./features/people/company/company-list.page.tsx')).companyListPage('distributor'),
  }),
  agentOneList: async () => ({
    default: (await import('./features/people/company/company-list.page.tsx')).companyListPage('agent_one'),
  }),
  agentTwoList: async () => ({
    default: (await import('./features/people/company/company-list.page.tsx')).companyListPage('agent_two'),
  }),
  distributorDetail: async () => ({
    default: (await import('./features/people/company/company-detail.page.tsx')).companyDetailPage('distributor'),
  }),
  agentOneDetail: async () => ({
    default: (await import('./features/people/company/company-detail.page.tsx')).companyDetailPage('agent_one'),
  }),
  agentTwoDetail: async () => ({
    default: (await import('./features/people/company/company-detail.page.tsx')).companyDetailPage('agent_two'),
  }),
  companyOpen: () => import('./features/people/company/company-open.page.tsx'),
  handOverList: () => import('./features/system/hand-over/hand-over-list.page.tsx'),
  companyEdit: () => import('./features/people/company/company-edit.page.tsx'),
  customerList: () => import('./features/people/customer/customer-list.page.tsx'),
  customerDetail: () => import('./features/people/customer/customer-detail.page.tsx'),
  contractList: () => import('./features/people/customer-contract/contract-list.page.tsx'),
  customerAccountList: () => import('./features/people/customer/customer-account-list.page.tsx'),
  traceLog: () => import('./features/equipment/product-trace/operation-log.page.tsx'),
  traceRecord: () => import('./features/equipment/recall/trace-record.page.tsx'),
  traceDetail: () => import('./features/equipment/product-trace/trace-detail.page.tsx'),
  pushEndpointList: () => import('./features/partners/push-endpoint/endpoint-list.page.tsx'),
  pushEndpointDetail: () => import('./features/partners/push-endpoint/endpoint-detail.page.tsx'),
  projectPushList: () => import('./features/partners/project-push/project-push-list.page.tsx'),
  roleList: () => import('./features/people/role/role-list.page.tsx'),
  menuTree: () => import('./features/base/menu/menu-tree.page.tsx'),
  openAccessList: () => import('./features/partners/open-access/open-access-list.page.tsx'),
  openAccessDetail: () => import('./features/partners/open-access/open-access-detail.page.tsx'),
  apiConfigList: () => import('./features/base/api-config/api-config-list.page.tsx'),
  operatorPlatformList: () => import('./features/base/settings/operator-config.page.tsx'),
  systemLog: () => import('./features/system/system-log/system-log.page.tsx'),
}
