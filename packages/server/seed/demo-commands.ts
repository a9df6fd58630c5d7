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
  { code: 'silence', name: 'Silence', remark: 'Switches the sounder off; the alarm stays' },
  { code: 'self_test', name: 'Self-test', remark: 'Tests itself and answers with its battery' },
  { code: 'reset', name: 'Reset', remark: 'Ends the alarm state of the device', dangerous: true },
]
const gatewayCommands: readonly DemoCommand[] = [
  { code: 'sync_clock', name: 'Sync clock', remark: 'Sets the clock of the gateway' },
  {
    code: 'set_heartbeat',
    name: 'Set heartbeat',
    remark: 'Changes how often the gateway reports',
    parameters: [
      {
        name: 'seconds',
        label: 'Interval',
        type: 'integer',
        unit: 's',
        minimum: 10,
        maximum: 3_600,
        default: '60',
        required: true,
      },
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
