import type { EnumValue } from '@emberwatch/contract'
import { staffRoles, type RoleSeed } from './roles.ts'

type CompanyType = EnumValue<'companyType'>

/** Texts of the demo in one language each: North works in English, South in Chinese. */
export interface Words {
  readonly en: string
  readonly zh: string
}

/** The language of a demo company, by its key. */
export const languageOf = (company: string): keyof Words => (company.startsWith('south') ? 'zh' : 'en')

export interface DemoCompany {
  readonly key: string
  readonly parent: string
  readonly type: CompanyType
  readonly name: string
  readonly code: string
}

export const demoCompanies: readonly DemoCompany[] = [
  { key: 'north', parent: 'siter', type: 'distributor', name: 'North Distributor', code: 'NORTH' },
  { key: 'northOne', parent: 'north', type: 'agent_one', name: 'North Primary Agent', code: 'NORTH-1' },
  { key: 'northTwo', parent: 'northOne', type: 'agent_two', name: 'North Secondary Agent', code: 'NORTH-2' },
  { key: 'south', parent: 'siter', type: 'distributor', name: '南方经销商', code: 'SOUTH' },
  { key: 'southOne', parent: 'south', type: 'agent_one', name: '南方一级代理', code: 'SOUTH-1' },
]

export const demoRoles: readonly RoleSeed[] = [{ key: 'manager', name: { en: 'Manager', zh: '经理' }, level: 2 }, ...staffRoles]

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
  { account: 'southadmin', name: '南方经理', company: 'south', role: 'manager' },
  { account: 'southengineer', name: '南方工程师', company: 'south', role: 'engineer' },
  { account: 'southagent', name: '南方一级代理经理', company: 'southOne', role: 'manager' },
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
  customer: languageOf(company) === 'zh' ? `${name}物业` : `${name} Property`,
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
    'Riverside Tower',
    'northTwo',
    'office',
    'maintenance',
    'approved',
    7,
    '110000',
    '110100',
    '1 Riverside Road',
  ),
  project('harbour', 'Harbour Mall', 'northOne', 'mall', 'maintenance', 'approved', 6, '110000', '110100', '88 Harbour Street'),
  project(
    'hillside',
    'Hillside Hospital',
    'north',
    'hospital',
    'overmaintenance',
    'approved',
    6,
    '120000',
    '120100',
    '6 Hillside Avenue',
  ),
  project('maple', 'Maple School', 'northTwo', 'school', 'installing', 'approved', 4, '120000', '120100', '20 Maple Lane'),
  project('lake', 'Lake Gardens', 'northOne', 'housing', 'uninstall', 'pending', 0, '110000', '110100', '9 Lake Road'),
  project('garden', '花园小区', 'southOne', 'housing', 'maintenance', 'approved', 7, '440000', '440100', '花园路 12 号'),
  project('depot', '中央仓库', 'south', 'warehouse', 'maintenance', 'approved', 4, '440000', '440300', '仓储路 300 号'),
  project('station', '车站广场', 'southOne', 'mall', 'installing', 'approved', 4, '440000', '440100', '站前广场 5 号'),
]

/** The devices on every floor of a demo project, by room. */
export const demoFloorDevices = [
  { room: '01', kind: 'smoke', name: { en: 'Smoke detector', zh: '感烟探测器' }, model: 'EW-SD1' },
  { room: '02', kind: 'smoke', name: { en: 'Smoke detector', zh: '感烟探测器' }, model: 'EW-SD1' },
  { room: '03', kind: 'heat', name: { en: 'Heat detector', zh: '感温探测器' }, model: 'EW-HD1' },
  { room: '04', kind: 'smoke', name: { en: 'Smoke detector', zh: '感烟探测器' }, model: 'EW-SD1' },
  { room: '05', kind: 'callPoint', name: { en: 'Manual call point', zh: '手动报警按钮' }, model: 'EW-CP1' },
] as const

/** What every demo project has besides, in rooms of its own. */
export const demoPlantDevices = [
  {
    room: 'kitchen',
    floor: '1',
    kind: 'gas',
    name: { en: 'Gas detector', zh: '可燃气体探测器' },
    place: { en: 'Kitchen', zh: '厨房' },
    model: 'EW-GD1',
  },
  {
    room: 'boiler',
    floor: '-1',
    kind: 'gas',
    name: { en: 'Gas detector', zh: '可燃气体探测器' },
    place: { en: 'Boiler room', zh: '锅炉房' },
    model: 'EW-GD1',
  },
  {
    room: 'pump',
    floor: '-1',
    kind: 'water_pressure',
    name: { en: 'Water pressure sensor', zh: '水压传感器' },
    place: { en: 'Pump room', zh: '消防泵房' },
    model: 'EW-PT1',
  },
  {
    room: 'riser',
    floor: '-1',
    kind: 'water_flow',
    name: { en: 'Water flow switch', zh: '水流指示器' },
    place: { en: 'Sprinkler riser', zh: '喷淋立管' },
    model: 'EW-WF1',
  },
] as const

export const demoSeries = [
  { code: 'EW-DETECT', name: 'Detectors', network: 'lora' as const, category: 'detector' as const },
  { code: 'EW-GATE', name: 'Gateways', network: 'ethernet' as const, category: 'gateway' as const },
]

export const demoModels = [
  { code: 'EW-SD1', name: 'Smoke detector SD1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-HD1', name: 'Heat detector HD1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-CP1', name: 'Manual call point CP1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-GD1', name: 'Gas detector GD1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-PT1', name: 'Water pressure sensor PT1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-WF1', name: 'Water flow switch WF1', series: 'EW-DETECT', gateway: false },
  { code: 'EW-GW1', name: 'Gateway GW1', series: 'EW-GATE', gateway: true },
]
