import type { EnumValue, OperationCode } from '@emberwatch/contract'

type CompanyType = EnumValue<'companyType'>

export interface DemoCompany {
  readonly key: string
  readonly parent: string
  readonly type: CompanyType
  readonly name: string
  readonly code: string
}

export const demoCompanies: readonly DemoCompany[] = [
  { key: 'north', parent: 'siter', type: 'distributor', name: 'North Distributor 北方经销商', code: 'NORTH' },
  { key: 'northOne', parent: 'north', type: 'agent_one', name: 'North Primary Agent 北方一级代理', code: 'NORTH-1' },
  { key: 'northTwo', parent: 'northOne', type: 'agent_two', name: 'North Secondary Agent 北方二级代理', code: 'NORTH-2' },
  { key: 'south', parent: 'siter', type: 'distributor', name: 'South Distributor 南方经销商', code: 'SOUTH' },
  { key: 'southOne', parent: 'south', type: 'agent_one', name: 'South Primary Agent 南方一级代理', code: 'SOUTH-1' },
]

export interface DemoRole {
  readonly key: string
  readonly name: string
  readonly level: number
  /** Left out: everything that accounts of the company's type may hold. */
  readonly operations?: readonly OperationCode[]
}

const watching: readonly OperationCode[] = ['dataHome:view', 'largeScreen:view', 'alarm:view', 'message:view']

const orderViews: readonly OperationCode[] = [
  'installOrder:view',
  'repairOrder:view',
  'inspectOrder:view',
  'maintenanceOrder:view',
]

export const demoRoles: readonly DemoRole[] = [
  { key: 'manager', name: 'Manager 经理', level: 2 },
  {
    key: 'dispatcher',
    name: 'Duty operator 值班员',
    level: 4,
    operations: [
      ...watching,
      'alarm:confirm',
      'alarm:assign',
      'alarm:deal',
      'alarm:misreport',
      'alarm:call',
      'alarm:note',
      'alarm:check',
      'alarm:file',
      'nuisance:view',
      'alarmBreach:view',
      'dataProject:view',
      'dataProject:export',
      'project:view',
      'device:view',
      'projectNotifier:view',
      'projectNotifier:unmask',
      'floorPlan:view',
      'fault:view',
      'fault:solve',
      'fault:snooze',
      'unknownDevice:view',
      'installOrder:view',
      'repairOrder:view',
      'repairOrder:create',
      'repairOrder:assign',
      'inspectOrder:view',
      'inspectOrder:create',
      'inspectOrder:assign',
      'maintenanceOrder:view',
      'maintenanceOrder:create',
      'maintenanceOrder:assign',
      'dutyTeam:view',
      'dutyOverride:create',
      'dutyNote:view',
      'dutyNote:create',
      'messageRecord:view',
      'messageRecord:resend',
      'messageTask:view',
      'messageTask:create',
      'messageTask:update',
      'messageTask:send',
      'messageTask:cancel',
      'upgradeTask:view',
      'upgradeTask:save',
      'upgradeTask:enable',
      'upgradeDevice:retry',
      'userFeedback:view',
      'userFeedback:reply',
      'userFeedback:complete',
    ],
  },
  {
    key: 'engineer',
    name: 'Engineer 工程师',
    level: 5,
    operations: [
      ...watching,
      ...orderViews,
      'order:work',
      'order:contact',
      'project:view',
      'floorPlan:view',
      'device:view',
      'fault:view',
      'gateway:view',
      'gateway:register',
      'dutyTeam:view',
      'dutyNote:view',
      'dutyNote:create',
    ],
  },
]

export const customerRole: DemoRole = {
  key: 'customer',
  name: 'Customer 客户',
  level: 6,
  operations: [
    ...watching,
    ...orderViews,
    'dataProject:view',
    'project:view',
    'projectNotifier:view',
    'floorPlan:view',
    'device:view',
    'fault:view',
    'installOrder:appraise',
    'repairOrder:appraise',
    'inspectOrder:appraise',
    'maintenanceOrder:appraise',
    'userFeedback:view',
    'userFeedback:create',
  ],
}

export interface DemoAccount {
  readonly account: string
  readonly name: string
  readonly company: string
  readonly role: string
}

/** Names that describe the role; account names of 6 to 20 letters and digits. */
export const demoAccounts: readonly DemoAccount[] = [
  { account: 'northadmin', name: 'North manager', company: 'north', role: 'manager' },
  { account: 'northduty', name: 'North duty operator', company: 'north', role: 'dispatcher' },
  { account: 'northengineer', name: 'North engineer', company: 'north', role: 'engineer' },
  { account: 'northagent', name: 'North primary agent', company: 'northOne', role: 'manager' },
  { account: 'northagent2', name: 'North secondary agent', company: 'northTwo', role: 'manager' },
  { account: 'southadmin', name: 'South manager', company: 'south', role: 'manager' },
  { account: 'southengineer', name: 'South engineer', company: 'south', role: 'engineer' },
  { account: 'southagent', name: 'South primary agent', company: 'southOne', role: 'manager' },
]

export interface DemoProject {
  readonly key: string
  readonly name: string
  readonly company: string
  readonly customer: string
  readonly type: string
  readonly status: EnumValue<'projectStatus'>
  readonly audit: EnumValue<'auditState'>
  readonly floors: number
  readonly province: string
  readonly city: string
  readonly address: string
}

export const demoProjectTypes = [
  { code: 'office', name_zh: '办公楼', name_en: 'Office building' },
  { code: 'mall', name_zh: '商场', name_en: 'Shopping centre' },
  { code: 'hospital', name_zh: '医院', name_en: 'Hospital' },
  { code: 'school', name_zh: '学校', name_en: 'School' },
  { code: 'housing', name_zh: '住宅', name_en: 'Housing' },
  { code: 'warehouse', name_zh: '仓库', name_en: 'Warehouse' },
] as const

const project = (
  key: string,
  name: string,
  company: string,
  type: string,
  status: DemoProject['status'],
  audit: DemoProject['audit'],
  floors: number,
  province: string,
  city: string,
  address: string,
): DemoProject => ({
  key,
  name,
  company,
  customer: `${name} Property 物业`,
  type,
  status,
  audit,
  floors,
  province,
  city,
  address,
})

export const demoProjects: readonly DemoProject[] = [
  project(
    'riverside',
    'Riverside Tower 滨江大厦',
    'northTwo',
    'office',
    'maintenance',
    'approved',
    7,
    '110000',
    '110100',
    '1 Riverside Road',
  ),
  project(
    'harbour',
    'Harbour Mall 海港广场',
    'northOne',
    'mall',
    'maintenance',
    'approved',
    6,
    '110000',
    '110100',
    '88 Harbour Street',
  ),
  project(
    'hillside',
    'Hillside Hospital 山麓医院',
    'north',
    'hospital',
    'overmaintenance',
    'approved',
    6,
    '120000',
    '120100',
    '6 Hillside Avenue',
  ),
  project(
    'maple',
    'Maple School 枫叶学校',
    'northTwo',
    'school',
    'installing',
    'approved',
    4,
    '120000',
    '120100',
    '20 Maple Lane',
  ),
  project('lake', 'Lake Gardens 湖畔花园', 'northOne', 'housing', 'uninstall', 'pending', 0, '110000', '110100', '9 Lake Road'),
  project(
    'garden',
    'Garden Court 花园小区',
    'southOne',
    'housing',
    'maintenance',
    'approved',
    7,
    '440000',
    '440100',
    '12 Garden Road',
  ),
  project(
    'depot',
    'Central Depot 中央仓库',
    'south',
    'warehouse',
    'maintenance',
    'approved',
    4,
    '440000',
    '440300',
    '300 Depot Road',
  ),
  project(
    'station',
    'Station Plaza 车站广场',
    'southOne',
    'mall',
    'installing',
    'approved',
    4,
    '440000',
    '440100',
    '5 Station Square',
  ),
]

/** The devices on every floor of a demo project, by room. */
export const demoFloorDevices = [
  { room: '01', kind: 'smoke', name: 'Smoke detector 感烟探测器', model: 'EW-SD1' },
  { room: '02', kind: 'smoke', name: 'Smoke detector 感烟探测器', model: 'EW-SD1' },
  { room: '03', kind: 'heat', name: 'Heat detector 感温探测器', model: 'EW-HD1' },
  { room: '04', kind: 'smoke', name: 'Smoke detector 感烟探测器', model: 'EW-SD1' },
  { room: '05', kind: 'callPoint', name: 'Manual call point 手动报警按钮', model: 'EW-CP1' },
] as const

export const demoSeries = [
  { code: 'EW-DETECT', name: 'Detectors 探测器', network: 'lora' as const, category: 'detector' as const },
  { code: 'EW-GATE', name: 'Gateways 网关', network: 'ethernet' as const, category: 'gateway' as const },
]

export const demoModels = [
  { code: 'EW-SD1', name: 'Smoke detector SD1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-HD1', name: 'Heat detector HD1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-CP1', name: 'Manual call point CP1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-GW1', name: 'Gateway GW1', series: 'EW-GATE', gateway: true },
]
