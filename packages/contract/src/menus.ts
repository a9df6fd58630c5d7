import { customerAccountEndpoints } from './features/account/account.endpoints.ts'
import { apiConfigEndpoints, operatorPlatformEndpoints } from './features/api-config/api-config.endpoints.ts'
import {
  agentOneEndpoints,
  agentTwoEndpoints,
  companyConfigEndpoints,
  distributorEndpoints,
} from './features/company/company.endpoints.ts'
import { customerEndpoints } from './features/customer/customer.endpoints.ts'
import { menuEndpoints } from './features/menu/menu.endpoints.ts'
import { roleEndpoints } from './features/role/role.endpoints.ts'
import { operationsOf } from './features/standard-calls.ts'
import type { EnumValue } from './kernel/enums.ts'

/** Pictures that an entry may have; the console draws them (shell/menu-icon.tsx). */
export type MenuIcon =
  | 'dashboard'
  | 'home'
  | 'order'
  | 'repair'
  | 'alarm'
  | 'alarmLog'
  | 'company'
  | 'distributor'
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
  | 'unknown'
  | 'fault'
  | 'link'

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
  { code: 'order', parent: null, url: '#', icon: 'order', main: true, for: [...companies, 'customer'], operations: [] },
  {
    code: 'order.repair',
    parent: 'order',
    url: '/order/repairOrderList',
    icon: 'repair',
    main: true,
    for: [...companies, 'customer'],
    operations: [
      'repairOrder:view',
      'repairOrder:create',
      'repairOrder:edit',
      'repairOrder:del',
      'repairOrder:assign',
      'repairOrder:onBehalf',
      'repairOrder:verify',
      'repairOrder:appraise',
      'order:work',
    ],
  },
  { code: 'device', parent: null, url: '#', icon: 'device', main: true, for: companies, operations: [] },
  {
    code: 'device.unknown',
    parent: 'device',
    url: '/device/unknownDeviceList',
    icon: 'unknown',
    main: true,
    for: companies,
    operations: ['unknownDevice:view', 'unknownDevice:register', 'unknownDevice:ignore', 'unknownDevice:export'],
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
    operations: operationsOf(operatorPlatformEndpoints),
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
  'order:work': ['repairOrder:assign'],
}

/**
 * Nobody can grant what they lack (domain.md), except a duty that is theirs to hand out: whoever assigns orders appoints
 * engineers without being one (docs/decisions/0010).
 */
export const mayGrant = (held: ReadonlySet<string>, operation: string): boolean =>
  held.has(operation) || (handedOutBy[operation as OperationCode] ?? []).some((code) => held.has(code))
