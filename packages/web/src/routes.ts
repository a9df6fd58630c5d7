import type { ComponentType } from 'react'
import { withTexts } from './i18n/i18n.ts'
import type { PageName, PublicPageName } from './paths.ts'

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
  largeScreen: { load: withTexts(() => import('./features/large-screen/large-screen-alone.page.tsx')) },
  noAuth: { load: () => import('./shell/no-auth.page.tsx'), framed: true },
}

/** What is rendered at each address of paths.ts, if the menu tree allows it (contract: checkRoute). */
export const pageRoutes: Readonly<Record<PageName, Load>> = {
  home: () => import('./shell/home-redirect.page.tsx'),
  dataCentre: () => import('./features/data-centre/home.page.tsx'),
  dataProjectList: () => import('./features/data-project/data-project-list.page.tsx'),
  dataUserList: () => import('./features/data-user/data-user-list.page.tsx'),
  largeScreenFramed: () => import('./features/large-screen/large-screen.page.tsx'),
  alarmList: () => import('./features/alarm/alarm-list.page.tsx'),
  alarmDetail: () => import('./features/alarm/alarm-detail.page.tsx'),
  alarmBreachList: () => import('./features/alarm-breach/alarm-breach-list.page.tsx'),
  nuisanceList: () => import('./features/nuisance/nuisance-list.page.tsx'),
  faultList: () => import('./features/fault/fault-list.page.tsx'),
  faultDetail: () => import('./features/fault/fault-detail.page.tsx'),
  paramsConfigList: () => import('./features/report-param/params-config.page.tsx'),
  unknownCodeList: () => import('./features/unknown-report/unknown-code-list.page.tsx'),
  gatewayList: () => import('./features/gateway/gateway-list.page.tsx'),
  gatewayDetail: () => import('./features/gateway/gateway-detail.page.tsx'),
  gatewayRegister: () => import('./features/gateway/gateway-register.page.tsx'),
  gatewayLabels: () => import('./features/gateway/gateway-labels.page.tsx'),
  gatewayStockList: () => import('./features/gateway/gateway-stock-list.page.tsx'),
  deviceList: () => import('./features/device/device-list.page.tsx'),
  deviceDetail: () => import('./features/device/device-detail.page.tsx'),
  deviceLabels: () => import('./features/device/device-labels.page.tsx'),
  deviceStockList: () => import('./features/device/device-stock-list.page.tsx'),
  unknownDeviceList: () => import('./features/unknown-report/unknown-device-list.page.tsx'),
  deviceSeriesList: () => import('./features/device-model/device-series-list.page.tsx'),
  deviceModelList: () => import('./features/device-model/device-model-list.page.tsx'),
  deviceModelConfig: () => import('./features/device-command/model-config.page.tsx'),
  deviceCommandList: () => import('./features/device-command/command-list.page.tsx'),
  linkedRuleList: () => import('./features/linked-rule/rule-list.page.tsx'),
  userAppList: async () => ({
    default: (await import('./features/app-version/app-version-list.page.tsx')).appVersionListPage('user'),
  }),
  userAppDetail: async () => ({
    default: (await import('./features/app-version/app-version-detail.page.tsx')).appVersionDetailPage('user'),
  }),
  adminAppList: async () => ({
    default: (await import('./features/app-version/app-version-list.page.tsx')).appVersionListPage('admin'),
  }),
  adminAppDetail: async () => ({
    default: (await import('./features/app-version/app-version-detail.page.tsx')).appVersionDetailPage('admin'),
  }),
  messageList: () => import('./features/message/message-list.page.tsx'),
  upgradeTaskList: () => import('./features/upgrade/task-list.page.tsx'),
  upgradeTaskDetail: () => import('./features/upgrade/task-detail.page.tsx'),
  messageTaskList: () => import('./features/message-task/task-list.page.tsx'),
  messageTaskDetail: () => import('./features/message-task/task-detail.page.tsx'),
  messageRecordList: () => import('./features/message-record/record-list.page.tsx'),
  messageTemplateList: () => import('./features/message-template/template-list.page.tsx'),
  notifyRuleList: () => import('./features/notify-rule/notify-rule-list.page.tsx'),
  firmwareList: () => import('./features/firmware/firmware-list.page.tsx'),
  firmwareDetail: () => import('./features/firmware/firmware-detail.page.tsx'),
  installOrderList: async () => ({
    default: (await import('./features/order/order-list.page.tsx')).orderListPage('install'),
  }),
  installOrderDetail: async () => ({
    default: (await import('./features/order/order-detail.page.tsx')).orderDetailPage('install'),
  }),
  projectList: () => import('./features/project/project-list.page.tsx'),
  projectDetail: () => import('./features/project/project-detail.page.tsx'),
  projectJoinList: () => import('./features/project-join/project-join-list.page.tsx'),
  projectAuditList: () => import('./features/project/project-audit-list.page.tsx'),
  projectTypeList: () => import('./features/project/project-type-list.page.tsx'),
  dutyList: () => import('./features/duty/duty-list.page.tsx'),
  dutyDetail: () => import('./features/duty/duty-detail.page.tsx'),
  signSiteList: () => import('./features/sign-site/sign-site-list.page.tsx'),
  signSiteDetail: () => import('./features/sign-site/sign-site-detail.page.tsx'),
  repairOrderList: async () => ({
    default: (await import('./features/order/order-list.page.tsx')).orderListPage('repair'),
  }),
  repairOrderDetail: async () => ({
    default: (await import('./features/order/order-detail.page.tsx')).orderDetailPage('repair'),
  }),
  inspectOrderList: async () => ({
    default: (await import('./features/order/order-list.page.tsx')).orderListPage('inspect'),
  }),
  inspectOrderDetail: async () => ({
    default: (await import('./features/order/order-detail.page.tsx')).orderDetailPage('inspect'),
  }),
  maintenanceOrderList: async () => ({
    default: (await import('./features/order/order-list.page.tsx')).orderListPage('maintenance'),
  }),
  maintenanceOrderDetail: async () => ({
    default: (await import('./features/order/order-detail.page.tsx')).orderDetailPage('maintenance'),
  }),
  orderChecklistList: () => import('./features/order-checklist/order-checklist-list.page.tsx'),
  userFeedbackList: () => import('./features/user-feedback/user-feedback-list.page.tsx'),
  companyAccountList: async () => ({
    default: (await import('./features/account/account-list.page.tsx')).accountListPage('company'),
  }),
  companyAccountDetail: async () => ({
    default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('company'),
  }),
  distributorAccountList: async () => ({
    default: (await import('./features/account/account-list.page.tsx')).accountListPage('distributor'),
  }),
  distributorAccountDetail: async () => ({
    default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('distributor'),
  }),
  agentOneAccountList: async () => ({
    default: (await import('./features/account/account-list.page.tsx')).accountListPage('agentOne'),
  }),
  agentOneAccountDetail: async () => ({
    default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('agentOne'),
  }),
  agentTwoAccountList: async () => ({
    default: (await import('./features/account/account-list.page.tsx')).accountListPage('agentTwo'),
  }),
  agentTwoAccountDetail: async () => ({
    default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('agentTwo'),
  }),
  userAccountList: async () => ({
    default: (await import('./features/account/account-list.page.tsx')).accountListPage('user'),
  }),
  userAccountDetail: async () => ({
    default: (await import('./features/account/account-detail.page.tsx')).accountDetailPage('user'),
  }),
  distributorList: async () => ({
    default: (await import('./features/company/company-list.page.tsx')).companyListPage('distributor'),
  }),
  agentOneList: async () => ({
    default: (await import('./features/company/company-list.page.tsx')).companyListPage('agent_one'),
  }),
  agentTwoList: async () => ({
    default: (await import('./features/company/company-list.page.tsx')).companyListPage('agent_two'),
  }),
  distributorDetail: async () => ({
    default: (await import('./features/company/company-detail.page.tsx')).companyDetailPage('distributor'),
  }),
  agentOneDetail: async () => ({
    default: (await import('./features/company/company-detail.page.tsx')).companyDetailPage('agent_one'),
  }),
  agentTwoDetail: async () => ({
    default: (await import('./features/company/company-detail.page.tsx')).companyDetailPage('agent_two'),
  }),
  companyOpen: () => import('./features/company/company-open.page.tsx'),
  handOverList: () => import('./features/hand-over/hand-over-list.page.tsx'),
  companyEdit: () => import('./features/company/company-edit.page.tsx'),
  customerList: () => import('./features/customer/customer-list.page.tsx'),
  customerDetail: () => import('./features/customer/customer-detail.page.tsx'),
  contractList: () => import('./features/customer-contract/contract-list.page.tsx'),
  customerAccountList: () => import('./features/customer/customer-account-list.page.tsx'),
  traceLog: () => import('./features/product-trace/operation-log.page.tsx'),
  traceRecord: () => import('./features/recall/trace-record.page.tsx'),
  traceDetail: () => import('./features/product-trace/trace-detail.page.tsx'),
  pushEndpointList: () => import('./features/push-endpoint/endpoint-list.page.tsx'),
  pushEndpointDetail: () => import('./features/push-endpoint/endpoint-detail.page.tsx'),
  projectPushList: () => import('./features/project-push/project-push-list.page.tsx'),
  roleList: () => import('./features/role/role-list.page.tsx'),
  menuTree: () => import('./features/menu/menu-tree.page.tsx'),
  openAccessList: () => import('./features/open-access/open-access-list.page.tsx'),
  openAccessDetail: () => import('./features/open-access/open-access-detail.page.tsx'),
  apiConfigList: () => import('./features/api-config/api-config-list.page.tsx'),
  operatorPlatformList: () => import('./features/settings/operator-config.page.tsx'),
  systemLog: () => import('./features/system-log/system-log.page.tsx'),
}
