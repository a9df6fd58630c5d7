import { customerAccountEndpoints } from './features/account/account.endpoints.ts'
import { apiConfigEndpoints, operatorPlatformEndpoints } from './features/api-config/api-config.endpoints.ts'
import {
  agentOneEndpoints,
  agentTwoEndpoints,
  companyConfigEndpoints,
  distributorEndpoints,
} from './features/company/company.endpoints.ts'
import { customerEndpoints } from './features/customer/customer.endpoints.ts'
import { deviceCommandEndpoints } from './features/device-command/device-command.endpoints.ts'
import { deviceModelEndpoints, deviceSeriesEndpoints } from './features/device-model/device-model.endpoints.ts'
import { gatewayEndpoints, gatewayPresetEndpoints } from './features/gateway/gateway.endpoints.ts'
import { linkedRuleEndpoints } from './features/linked-rule/linked-rule.endpoints.ts'
import { deviceEndpoints } from './features/device/device.endpoints.ts'
import { deviceNotifierEndpoints, deviceUserEndpoints } from './features/device/device-people.endpoints.ts'
import { devicePresetEndpoints } from './features/device/device-preset.endpoints.ts'
import { menuEndpoints } from './features/menu/menu.endpoints.ts'
import { projectEndpoints, projectTypeEndpoints, projectUnionApplyEndpoints } from './features/project/project.endpoints.ts'
import { floorPlanEndpoints } from './features/floor-plan/floor-plan.endpoints.ts'
import { projectNotifierEndpoints } from './features/project-notifier/project-notifier.endpoints.ts'
import { handOverEndpoints } from './features/hand-over/hand-over.endpoints.ts'
import { settingsEndpoints } from './features/settings/settings.endpoints.ts'
import { signSiteEndpoints } from './features/sign-site/sign-site.endpoints.ts'
import { roleEndpoints } from './features/role/role.endpoints.ts'
import type { OrderKindName } from './features/order/order.kinds.ts'
import { alarmTypeEndpoints } from './features/alarm-type/alarm-type.endpoints.ts'
import { faultTypeEndpoints } from './features/fault-type/fault-type.endpoints.ts'
import { productTraceEndpoints, traceLogEndpoints } from './features/product-trace/product-trace.endpoints.ts'
import { recallEndpoints } from './features/recall/recall.endpoints.ts'
import { reportParamEndpoints } from './features/report-param/report-param.endpoints.ts'
import { operationsOf } from './features/standard-calls.ts'
import { userFeedbackEndpoints } from './features/user-feedback/user-feedback.endpoints.ts'
import type { EnumValue } from './kernel/enums.ts'

/** Pictures that an entry may have; the console draws them (shell/menu-icon.tsx). */
export type MenuIcon =
  | 'dashboard'
  | 'home'
  | 'order'
  | 'audit'
  | 'projectType'
  | 'place'
  | 'project'
  | 'install'
  | 'repair'
  | 'inspect'
  | 'maintenance'
  | 'feedback'
  | 'alarm'
  | 'alarmLog'
  | 'company'
  | 'distributor'
  | 'handOver'
  | 'agent'
  | 'account'
  | 'user'
  | 'message'
  | 'inbox'
  | 'system'
  | 'role'
  | 'customer'
  | 'menu'
  | 'api'
  | 'log'
  | 'platform'
  | 'device'
  | 'stock'
  | 'gateway'
  | 'unknown'
  | 'fault'
  | 'link'
  | 'series'
  | 'model'
  | 'command'
  | 'rule'

/** One menu entry as seeded. Its name is in the texts under `code`: a group's in texts/<language>/menus.ts, a page's with its feature. */
export interface MenuSeed {
  readonly code: string
  readonly parent: string | null
  /** '#' for a group, otherwise the hash route. */
  readonly url: string
  readonly icon: MenuIcon
  /** Shown in the side menu. Other entries are reached from elsewhere (the user dropdown, a detail page). */
  readonly main: boolean
  /** Account types that may be granted the entry and its operations. */
  readonly for: readonly EnumValue<'accountType'>[]
  /** The operations of the page. The first one opens it. */
  readonly operations: readonly string[]
}

const companies = ['siter', 'distributor', 'agent_one', 'agent_two'] as const
const everybody = [...companies, 'customer', 'user'] as const

/** The operations on one kind of orders. */
const orderOperations = <const K extends OrderKindName>(kind: K) =>
  [
    `${kind}Order:view`,
    `${kind}Order:create`,
    `${kind}Order:edit`,
    `${kind}Order:del`,
    `${kind}Order:assign`,
    `${kind}Order:onBehalf`,
    `${kind}Order:verify`,
    `${kind}Order:appraise`,
  ] as const

/** The menu tree and every operation code, declared once. An entry is only listed here once its page exists. */
export const menus = [
  { code: 'dataCenter', parent: null, url: '#', icon: 'dashboard', main: true, for: everybody, operations: [] },
  {
    code: 'dataCenter.home',
    parent: 'dataCenter',
    url: '/dataCenter/home',
    icon: 'home',
    main: true,
    for: everybody,
    operations: ['dataHome:view'],
  },
  { code: 'project', parent: null, url: '#', icon: 'project', main: true, for: [...companies, 'customer'], operations: [] },
  {
    code: 'project.list',
    parent: 'project',
    url: '/project/projectList',
    icon: 'project',
    main: true,
    for: [...companies, 'customer'],
    operations: [
      ...operationsOf(projectEndpoints),
      ...operationsOf(projectNotifierEndpoints),
      ...operationsOf(floorPlanEndpoints),
    ],
  },
  {
    code: 'project.audit',
    parent: 'project',
    url: '/project/projectAuditList',
    icon: 'audit',
    main: true,
    for: companies,
    operations: operationsOf(projectUnionApplyEndpoints),
  },
  {
    // A type belongs to the whole product, so the operating company defines it.
    code: 'project.type',
    parent: 'project',
    url: '/project/projectTypeList',
    icon: 'projectType',
    main: true,
    for: ['siter'],
    operations: operationsOf(projectTypeEndpoints),
  },
  {
    code: 'project.signAddress',
    parent: 'project',
    url: '/project/signAddressList',
    icon: 'place',
    main: true,
    for: companies,
    operations: operationsOf(signSiteEndpoints),
  },
  { code: 'order', parent: null, url: '#', icon: 'order', main: true, for: [...companies, 'customer'], operations: [] },
  {
    code: 'order.install',
    parent: 'order',
    url: '/order/installationOrderList',
    icon: 'install',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('install'),
  },
  {
    code: 'order.repair',
    parent: 'order',
    url: '/order/repairOrderList',
    icon: 'repair',
    main: true,
    for: [...companies, 'customer'],
    operations: [...orderOperations('repair'), 'order:work'],
  },
  {
    code: 'order.inspect',
    parent: 'order',
    url: '/order/inspectionOrderList',
    icon: 'inspect',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('inspect'),
  },
  {
    code: 'order.maintenance',
    parent: 'order',
    url: '/order/maintenanceOrderList',
    icon: 'maintenance',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('maintenance'),
  },
  {
    code: 'order.feedback',
    parent: 'order',
    url: '/order/userFeedbackList',
    icon: 'feedback',
    main: true,
    for: [...companies, 'customer'],
    operations: operationsOf(userFeedbackEndpoints),
  },
  { code: 'device', parent: null, url: '#', icon: 'device', main: true, for: everybody, operations: [] },
  {
    code: 'device.list',
    parent: 'device',
    url: '/device/deviceList',
    icon: 'device',
    main: true,
    for: everybody,
    operations: [
      ...operationsOf(deviceEndpoints).filter((code) => code !== 'devicePreset:view'),
      ...operationsOf(deviceUserEndpoints),
      ...operationsOf(deviceNotifierEndpoints),
    ],
  },
  {
    code: 'device.stock',
    parent: 'device',
    url: '/device/uninstalledDeviceList',
    icon: 'stock',
    main: true,
    for: companies,
    operations: operationsOf(devicePresetEndpoints),
  },
  {
    code: 'device.gateway',
    parent: 'device',
    url: '/device/gatewayList',
    icon: 'gateway',
    main: true,
    for: companies,
    operations: operationsOf(gatewayEndpoints),
  },
  {
    code: 'device.gatewayStock',
    parent: 'device',
    url: '/device/gatewayStockList',
    icon: 'gateway',
    main: true,
    for: companies,
    operations: operationsOf(gatewayPresetEndpoints),
  },
  {
    code: 'device.unknown',
    parent: 'device',
    url: '/device/unknownDeviceList',
    icon: 'unknown',
    main: true,
    for: companies,
    operations: ['unknownDevice:view', 'unknownDevice:register', 'unknownDevice:ignore', 'unknownDevice:export'],
  },
  {
    // What a model is and understands applies to the whole product, so the operating company defines it.
    code: 'device.series',
    parent: 'device',
    url: '/device/deviceSeriesList',
    icon: 'series',
    main: true,
    for: ['siter'],
    operations: operationsOf(deviceSeriesEndpoints),
  },
  {
    code: 'device.model',
    parent: 'device',
    url: '/device/deviceModelList',
    icon: 'model',
    main: true,
    for: ['siter'],
    operations: [...operationsOf(deviceModelEndpoints), ...operationsOf(deviceCommandEndpoints)],
  },
  {
    code: 'device.command',
    parent: 'device',
    url: '/device/deviceCommandList',
    icon: 'command',
    main: true,
    for: companies,
    operations: ['sentCommand:view', 'sentCommand:send', 'sentCommand:approve', 'sentCommand:export'],
  },
  {
    code: 'device.rule',
    parent: 'device',
    url: '/device/linkedRuleList',
    icon: 'rule',
    main: true,
    for: companies,
    operations: operationsOf(linkedRuleEndpoints),
  },
  { code: 'alarm', parent: null, url: '#', icon: 'alarm', main: true, for: everybody, operations: [] },
  {
    code: 'alarm.log',
    parent: 'alarm',
    url: '/alarm/alarmLogList',
    icon: 'alarmLog',
    main: true,
    for: everybody,
    operations: ['alarm:view', 'alarm:confirm', 'alarm:deal', 'alarm:misreport', 'alarm:export'],
  },
  {
    code: 'alarm.fault',
    parent: 'alarm',
    url: '/alarm/faultLogList',
    icon: 'fault',
    main: true,
    for: [...companies, 'customer'],
    operations: ['fault:view', 'fault:solve', 'fault:export'],
  },
  {
    // What a code means applies to the whole product, so the operating company defines it.
    code: 'alarm.params',
    parent: 'alarm',
    url: '/alarm/paramsConfigList',
    icon: 'api',
    main: true,
    for: ['siter'],
    operations: [
      ...operationsOf(reportParamEndpoints),
      ...operationsOf(alarmTypeEndpoints),
      ...operationsOf(faultTypeEndpoints),
    ],
  },
  {
    code: 'alarm.unknownCode',
    parent: 'alarm',
    url: '/alarm/unknownCodeList',
    icon: 'unknown',
    main: true,
    for: ['siter'],
    operations: ['unknownCode:view', 'unknownCode:register', 'unknownCode:export'],
  },
  {
    code: 'company',
    parent: null,
    url: '#',
    icon: 'company',
    main: true,
    for: ['siter', 'distributor', 'agent_one'],
    operations: [],
  },
  {
    code: 'company.distributor',
    parent: 'company',
    url: '/company/distributorList',
    icon: 'distributor',
    main: true,
    for: ['siter'],
    operations: operationsOf(distributorEndpoints),
  },
  {
    code: 'company.agentOne',
    parent: 'company',
    url: '/company/agentOneList',
    icon: 'agent',
    main: true,
    for: ['siter', 'distributor'],
    operations: operationsOf(agentOneEndpoints),
  },
  {
    code: 'company.agentTwo',
    parent: 'company',
    url: '/company/agentTwoList',
    icon: 'agent',
    main: true,
    for: ['siter', 'distributor', 'agent_one'],
    operations: operationsOf(agentTwoEndpoints),
  },
  {
    code: 'company.handOver',
    parent: 'company',
    url: '/company/handOverList',
    icon: 'handOver',
    main: true,
    for: companies,
    operations: operationsOf(handOverEndpoints),
  },
  { code: 'account', parent: null, url: '#', icon: 'account', main: true, for: companies, operations: [] },
  {
    code: 'account.company',
    parent: 'account',
    url: '/account/companyAccountList',
    icon: 'account',
    main: true,
    for: companies,
    operations: [
      'companyAccount:view',
      'account:create',
      'account:update',
      'account:del',
      'account:forbidden',
      'account:changePwd',
      'account:unmask',
      'account:signInAs',
      'account:export',
      'account:import',
    ],
  },
  {
    code: 'account.distributor',
    parent: 'account',
    url: '/account/distributorAccountList',
    icon: 'account',
    main: true,
    for: ['siter'],
    operations: ['distributorAccount:view'],
  },
  {
    code: 'account.agentOne',
    parent: 'account',
    url: '/account/primaryAgentAccountList',
    icon: 'account',
    main: true,
    for: ['siter', 'distributor'],
    operations: ['agentOneAccount:view'],
  },
  {
    code: 'account.agentTwo',
    parent: 'account',
    url: '/account/secondaryAgentAccountList',
    icon: 'account',
    main: true,
    for: ['siter', 'distributor', 'agent_one'],
    operations: ['agentTwoAccount:view'],
  },
  {
    code: 'account.user',
    parent: 'account',
    url: '/account/userAccountList',
    icon: 'user',
    main: true,
    for: companies,
    operations: ['userAccount:view'],
  },
  { code: 'customer', parent: null, url: '#', icon: 'customer', main: true, for: companies, operations: [] },
  {
    code: 'customer.list',
    parent: 'customer',
    url: '/customer/customerList',
    icon: 'customer',
    main: true,
    for: companies,
    operations: operationsOf(customerEndpoints),
  },
  {
    code: 'customer.account',
    parent: 'customer',
    url: '/customer/customerAccount',
    icon: 'account',
    main: true,
    for: companies,
    operations: operationsOf(customerAccountEndpoints),
  },
  { code: 'productTrace', parent: null, url: '#', icon: 'link', main: true, for: companies, operations: [] },
  {
    code: 'productTrace.record',
    parent: 'productTrace',
    url: '/productTrace/TraceRecord',
    icon: 'link',
    main: true,
    for: companies,
    operations: [...operationsOf(productTraceEndpoints), ...operationsOf(recallEndpoints)],
  },
  {
    code: 'productTrace.log',
    parent: 'productTrace',
    url: '/productTrace/OperationLog',
    icon: 'log',
    main: true,
    for: companies,
    operations: operationsOf(traceLogEndpoints),
  },
  { code: 'message', parent: null, url: '#', icon: 'message', main: true, for: everybody, operations: [] },
  {
    code: 'message.list',
    parent: 'message',
    url: '/message/messageList',
    icon: 'inbox',
    main: true,
    for: everybody,
    operations: ['message:view'],
  },
  { code: 'system', parent: null, url: '#', icon: 'system', main: true, for: companies, operations: [] },
  {
    code: 'system.role',
    parent: 'system',
    url: '/system/roleManage',
    icon: 'role',
    main: true,
    for: companies,
    operations: operationsOf(roleEndpoints),
  },
  {
    code: 'system.menu',
    parent: 'system',
    url: '/system/menuManage',
    icon: 'menu',
    main: true,
    for: ['siter'],
    operations: operationsOf(menuEndpoints),
  },
  {
    code: 'system.api',
    parent: 'system',
    url: '/system/APIConfig',
    icon: 'api',
    main: true,
    for: ['siter'],
    operations: operationsOf(apiConfigEndpoints),
  },
  {
    code: 'system.log',
    parent: 'system',
    url: '/system/logRecord',
    icon: 'log',
    main: true,
    for: companies,
    operations: ['log:view', 'log:export', 'log:verify'],
  },
  {
    code: 'system.operator',
    parent: 'system',
    url: '/system/operatorConfig',
    icon: 'platform',
    main: true,
    for: ['siter'],
    operations: [...operationsOf(operatorPlatformEndpoints), ...operationsOf(settingsEndpoints)],
  },
  {
    code: 'companyEdit',
    parent: null,
    url: '/user/companyEdit',
    icon: 'company',
    main: false,
    for: companies,
    operations: operationsOf(companyConfigEndpoints),
  },
] as const satisfies readonly MenuSeed[]

/** Every operation code of the product. */
export type OperationCode = (typeof menus)[number]['operations'][number]

/** Every menu code of the product. */
export type MenuCode = (typeof menus)[number]['code']

/** Codes that must stay enabled: without them nobody could enable them again, or nobody would see and hear a fire. */
export const requiredMenus: ReadonlySet<string> = new Set<MenuCode | OperationCode>([
  'alarm',
  'alarm.log',
  'alarm:view',
  'alarm:confirm',
  'system',
  'system.menu',
  'system.role',
  'menu:view',
  'menu:forbidden',
])

/** All operation codes, in menu order. */
export const operationCodes: readonly OperationCode[] = menus.flatMap((entry): readonly OperationCode[] => entry.operations)

/** Codes of the entries and operations that roles for an account type may have. */
export const codesFor = (type: EnumValue<'accountType'>): ReadonlySet<string> =>
  new Set((menus as readonly MenuSeed[]).flatMap((entry) => (entry.for.includes(type) ? [entry.code, ...entry.operations] : [])))

/**
 * Duties that others hand out: a holder of one of the operations on the right may grant the one on the left without having it.
 */
const handedOutBy: Partial<Record<OperationCode, readonly OperationCode[]>> = {
  'order:work': ['installOrder:assign', 'repairOrder:assign', 'inspectOrder:assign', 'maintenanceOrder:assign'],
}

/**
 * Nobody can grant what they lack (domain.md), except a duty that is theirs to hand out: whoever assigns orders appoints
 * engineers without being one (docs/decisions/0010).
 */
export const mayGrant = (held: ReadonlySet<string>, operation: string): boolean =>
  held.has(operation) || (handedOutBy[operation as OperationCode] ?? []).some((code) => held.has(code))
