import type { EnumValue } from '@emberwatch/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../src/tables/index.ts'
import { customerRole, grantsFor, staffRoles } from './roles.ts'

type Tx = Transaction<Tables>

/** Names that are kept in one language are written in both: nobody has chosen one yet. */
export const both = ({ zh, en }: { readonly zh: string; readonly en: string }): string => `${zh} ${en}`

const projectTypes = [
  { code: 'office', name_zh: '办公楼', name_en: 'Office building' },
  { code: 'residential', name_zh: '住宅', name_en: 'Residential building' },
  { code: 'mall', name_zh: '商场', name_en: 'Shopping centre' },
  { code: 'hotel', name_zh: '酒店', name_en: 'Hotel' },
  { code: 'hospital', name_zh: '医院', name_en: 'Hospital' },
  { code: 'care', name_zh: '养老院', name_en: 'Care home' },
  { code: 'school', name_zh: '学校', name_en: 'School' },
  { code: 'factory', name_zh: '工厂', name_en: 'Factory' },
  { code: 'warehouse', name_zh: '仓库', name_en: 'Warehouse' },
  { code: 'smallPlace', name_zh: '小型场所', name_en: 'Small premises' },
] as const

interface ModelSeed {
  readonly code: string
  readonly category: EnumValue<'deviceCategory'>
  readonly network: EnumValue<'network'>
  readonly zh: string
  readonly en: string
  /** How often it is heard, and after which silence it is missed (s). */
  readonly heartbeat_s: number
  readonly offline_after_s: number
}

const day = 86_400
/** Detectors on batteries report once a day: missed after a day and an hour. */
const daily = { network: 'lora', heartbeat_s: day, offline_after_s: day + 3_600 } as const

/** One series with one model each, for the common equipment: what it reports is in the table of report parameters. */
const models: readonly ModelSeed[] = [
  { code: 'GATEWAY', category: 'gateway', network: 'ethernet', zh: '网关', en: 'Gateway', heartbeat_s: 60, offline_after_s: 300 },
  { code: 'SMOKE', category: 'detector', zh: '感烟探测器', en: 'Smoke detector', ...daily },
  { code: 'HEAT', category: 'detector', zh: '感温探测器', en: 'Heat detector', ...daily },
  { code: 'GAS', category: 'detector', zh: '可燃气体探测器', en: 'Gas detector', ...daily },
  { code: 'CALLPOINT', category: 'manualStation', zh: '手动报警按钮', en: 'Manual call point', ...daily },
  { code: 'WATERPRESSURE', category: 'water', zh: '水压传感器', en: 'Water pressure sensor', ...daily },
  { code: 'WATERLEVEL', category: 'water', zh: '液位传感器', en: 'Water level sensor', ...daily },
  { code: 'ELECTRICAL', category: 'electrical', zh: '电气火灾探测器', en: 'Electrical fire detector', ...daily },
]

/** What equipment that speaks our protocol understands (docs/device-link.md). */
const deviceCommands = [
  {
    code: 'silence',
    name: '消音 Silence',
    remark: '关闭声响，报警保持 Switches the sounder off; the alarm stays',
    dangerous: false,
  },
  { code: 'self_test', name: '自检 Self-test', remark: '', dangerous: false },
  { code: 'reset', name: '复位 Reset', remark: '结束设备的报警状态 Ends the alarm state of the device', dangerous: true },
]
const gatewayCommands = [{ code: 'sync_clock', name: '校时 Sync clock', remark: '', dangerous: false }]

const seedModels = async (tx: Tx): Promise<void> => {
  const series = await tx
    .insertInto('device_series')
    .values(models.map(({ code, category, network, ...words }) => ({ code, category, network, name: both(words) })))
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(series.map(({ id, code }) => [code, id]))
  const stored = await tx
    .insertInto('device_model')
    .values(
      models.map(({ code, category, heartbeat_s, offline_after_s, ...words }) => ({
        series_id: ids.get(code) ?? 0,
        code,
        name: both(words),
        is_gateway: category === 'gateway',
        heartbeat_s,
        offline_after_s,
      })),
    )
    .returning(['id', 'is_gateway'])
    .execute()
  await tx
    .insertInto('device_command')
    .values(
      stored.flatMap(({ id, is_gateway }) =>
        (is_gateway ? gatewayCommands : deviceCommands).map((each) => ({ ...each, model_id: id, timeout_s: 15, retries: 1 })),
      ),
    )
    .execute()
}

/**
 * What nearly everybody would create on the first evening: kinds of buildings, equipment, and roles for the people of the operating company
 * and its customers. Only at the very first start, in the transaction that makes the operating company; what people delete stays deleted.
 */
export const seedBasics = async (tx: Tx, company: { readonly id: number; readonly path: string }): Promise<void> => {
  await tx
    .insertInto('project_type')
    .values([...projectTypes])
    .execute()
  await seedModels(tx)
  for (const role of [...staffRoles, customerRole]) {
    const type = role === customerRole ? ('customer' as const) : ('siter' as const)
    const { id } = await tx
      .insertInto('role')
      .values({ company_id: company.id, path: company.path, name: both(role.name), type, level: role.level })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('role_menu')
      .values(grantsFor(role, type).map((menu_code) => ({ role_id: id, menu_code })))
      .execute()
  }
}
