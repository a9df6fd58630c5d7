import type { CommandParameter } from '@emberwatch/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../src/tables/index.ts'

interface DemoCommand {
  readonly code: string
  readonly name: string
  readonly remark: string
  readonly parameters?: readonly CommandParameter[]
  readonly dangerous?: boolean
}

/** What the simulated devices understand (packages/simulator). */
const deviceCommands: readonly DemoCommand[] = [
  { code: 'silence', name: '消音 Silence', remark: '关闭蜂鸣器，报警状态不变' },
  { code: 'self_test', name: '自检 Self-test', remark: '设备自检并返回电量' },
  { code: 'reset', name: '复位 Reset', remark: '清除设备的报警状态', dangerous: true },
]
const gatewayCommands: readonly DemoCommand[] = [
  { code: 'sync_clock', name: '校时 Sync clock', remark: '按平台时间校准网关时钟' },
  {
    code: 'set_heartbeat',
    name: '设置心跳 Set heartbeat',
    remark: '修改网关的心跳间隔',
    parameters: [
      { name: 'seconds', label: '间隔', type: 'integer', unit: 's', minimum: 10, maximum: 3_600, default: '60', required: true },
    ],
  },
]

/** Gives the demo's models their commands. `models` by code; `gateways` names those of gateways. */
export const seedDemoCommands = async (
  tx: Transaction<Tables>,
  models: ReadonlyMap<string, number>,
  gateways: ReadonlySet<string>,
): Promise<void> => {
  const rows = [...models].flatMap(([code, model_id]) =>
    (gateways.has(code) ? gatewayCommands : deviceCommands).map(({ parameters = [], ...command }) => ({
      ...command,
      model_id,
      parameters: JSON.stringify(parameters),
      timeout_s: 15,
      retries: 1,
    })),
  )
  if (rows.length > 0) await tx.insertInto('device_command').values(rows).execute()
}
