import type { EnumValue } from './kernel/enums.ts'

/** One entry of the menu tree as it is seeded. Labels: texts/<language>/menus.ts under `code`. */
export interface MenuSeed {
  readonly code: string
  readonly parent: string | null
  /** '#' for a group, otherwise the hash route. */
  readonly url: string
  readonly icon: string
  /** Shown in the side menu; other entries are reached from elsewhere (the user dropdown, a detail page). */
  readonly main: boolean
  /** Account types that may be granted the entry and its operations at all. */
  readonly for: readonly EnumValue<'accountType'>[]
  /** The operations of the page; the first one opens it. */
  readonly operations: readonly string[]
}

const companies = ['siter', 'distributor', 'agent_one', 'agent_two'] as const
const everybody = [...companies, 'customer', 'user'] as const

/** The menu tree and every operation code, declared once. An entry stands here only when its page exists. */
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
    // What a code means holds for the whole product, so the operating company says it.
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
    operations: ['distributor:view', 'distributor:create', 'distributor:update', 'distributor:del', 'distributor:forbidden'],
  },
  {
    code: 'company.agentOne',
    parent: 'company',
    url: '/company/agentOneList',
    icon: 'agent',
    main: true,
    for: ['siter', 'distributor'],
    operations: ['agentOne:view', 'agentOne:create', 'agentOne:update', 'agentOne:del', 'agentOne:forbidden'],
  },
  {
    code: 'company.agentTwo',
    parent: 'company',
    url: '/company/agentTwoList',
    icon: 'agent',
    main: true,
    for: ['siter', 'distributor', 'agent_one'],
    operations: ['agentTwo:view', 'agentTwo:create', 'agentTwo:update', 'agentTwo:del', 'agentTwo:forbidden'],
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
    operations: [
      'customer:view',
      'customer:create',
      'customer:update',
      'customer:del',
      'customer:forbidden',
      'customer:unmask',
      'customer:export',
      'customer:import',
    ],
  },
  {
    code: 'customer.account',
    parent: 'customer',
    url: '/customer/customerAccount',
    icon: 'account',
    main: true,
    for: companies,
    operations: [
      'customerAccount:view',
      'customerAccount:create',
      'customerAccount:update',
      'customerAccount:del',
      'customerAccount:forbidden',
      'customerAccount:changePwd',
    ],
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
    operations: ['role:view', 'role:create', 'role:update', 'role:del', 'role:forbidden', 'role:assign', 'role:export'],
  },
  {
    code: 'system.menu',
    parent: 'system',
    url: '/system/menuManage',
    icon: 'menu',
    main: true,
    for: ['siter'],
    operations: ['menu:view', 'menu:create', 'menu:update', 'menu:del', 'menu:forbidden', 'menu:export'],
  },
  {
    code: 'system.api',
    parent: 'system',
    url: '/system/APIConfig',
    icon: 'api',
    main: true,
    for: ['siter'],
    operations: ['apiConfig:view', 'apiConfig:create', 'apiConfig:update', 'apiConfig:del', 'apiConfig:export'],
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
    operations: [
      'operatorPlatform:view',
      'operatorPlatform:create',
      'operatorPlatform:update',
      'operatorPlatform:del',
      'operatorPlatform:export',
    ],
  },
  {
    code: 'companyEdit',
    parent: null,
    url: '/user/companyEdit',
    icon: 'company',
    main: false,
    for: companies,
    operations: ['companyConfig:view', 'companyConfig:update'],
  },
] as const satisfies readonly MenuSeed[]

/** Every operation code of the product. */
export type OperationCode = (typeof menus)[number]['operations'][number]

/** Every menu code of the product. */
export type MenuCode = (typeof menus)[number]['code']

/** All operation codes, in menu order. */
export const operationCodes: readonly OperationCode[] = menus.flatMap((entry): readonly OperationCode[] => entry.operations)

/** Codes of the entries and operations that roles for accounts of a type may hold. */
export const codesFor = (type: EnumValue<'accountType'>): ReadonlySet<string> =>
  new Set((menus as readonly MenuSeed[]).flatMap((entry) => (entry.for.includes(type) ? [entry.code, ...entry.operations] : [])))

/** Duties that somebody else hands out: who holds one of the operations on the right may give the one on the left without having it. */
const handedOutBy: Partial<Record<OperationCode, readonly OperationCode[]>> = {
  'order:work': ['repairOrder:assign'],
}

/**
 * Nobody grants what they lack (domain.md), but for a duty that is theirs to hand out: who assigns orders appoints engineers and is none
 * (docs/decisions/0010).
 */
export const mayGrant = (held: ReadonlySet<string>, operation: string): boolean =>
  held.has(operation) || (handedOutBy[operation as OperationCode] ?? []).some((code) => held.has(code))

/** A node of web/role/menu/list, named as the specification names its fields (section 3). */
export interface MenuNode {
  code: string
  name: string
  url: string
  icon: string
  operationCode: string | null
  isOperation: 'Y' | 'N'
  isMainMenu: 'Y' | 'N'
  isPermission: 'Y' | 'N'
  state: 'Y' | 'N'
  childList: MenuNode[]
}

/** Does the side menu show this node? (specification section 6, first sentence) */
export const inSideMenu = (node: MenuNode): boolean =>
  node.isPermission === 'Y' &&
  node.state === 'Y' &&
  node.isMainMenu === 'Y' &&
  node.isOperation === 'N' &&
  node.operationCode === null

export type RouteVerdict = { open: true } | { open: false; toModule: string }

/**
 * May a route be entered? Walks the menu tree comparing paths case-insensitively; a detail page follows its list page's entry; a route that
 * no entry names needs only a session (readings.md, "Access").
 */
export const judgeRoute = (path: string, tree: readonly MenuNode[]): RouteVerdict => {
  const wanted = path.toLowerCase()
  const find = (nodes: readonly MenuNode[]): MenuNode | undefined => {
    for (const node of nodes) {
      const url = node.url.toLowerCase()
      if (url !== '#' && node.isOperation === 'N' && (wanted === url || wanted.startsWith(`${url}/`))) return node
      const inside = find(node.childList)
      if (inside) return inside
    }
    return undefined
  }
  const entry = find(tree)
  if (!entry || (entry.isPermission === 'Y' && entry.state === 'Y')) return { open: true }
  return { open: false, toModule: entry.name }
}
