import type { EnumValue } from '@emberwatch/contract'
import { completeOrder } from '../src/features/order/complete-order.ts'
import { createOrder } from '../src/features/order/create-order.ts'
import { receiveOrder } from '../src/features/order/receive-order.ts'
import { startOrder } from '../src/features/order/start-order.ts'
import { callerOfAccount } from '../src/features/access/authenticate.ts'
import type { Ctx } from '../src/platform/context.ts'
import { scoped } from '../src/platform/database/scope.ts'

interface DemoOrder {
  readonly device: number
  readonly description: string
  readonly priority: EnumValue<'orderPriority'>
  /** How far the engineer has come. Waiting: nobody is assigned yet. */
  readonly reached: 'waiting' | 'assigned' | 'received' | 'started' | 'completed'
}

const orders: readonly DemoOrder[] = [
  { device: 0, description: 'Chamber dirty 探测器污染', priority: 'normal', reached: 'completed' },
  { device: 3, description: 'Battery low 电池电量低', priority: 'low', reached: 'started' },
  { device: 6, description: 'Base loose 底座松动', priority: 'normal', reached: 'received' },
  { device: 9, description: 'False alarms at night 夜间误报', priority: 'high', reached: 'assigned' },
  { device: 12, description: 'No signal 无信号', priority: 'urgent', reached: 'waiting' },
]

const steps = ['waiting', 'assigned', 'received', 'started', 'completed'] as const

/** Repair orders of the demo's North, one at each step of the workflow, created the way a person would. */
export const seedDemoOrders = async (ctx: Ctx): Promise<void> => {
  const as = async (account: string): Promise<Ctx & { id: number }> => {
    const { id } = await ctx.systemDb.selectFrom('account').select('id').where('account', '=', account).executeTakeFirstOrThrow()
    const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(id)
    if (!caller) throw new Error(`${account} may not act`)
    return { ...ctx, ...caller, db: scoped(ctx.systemDb, caller.scope), id }
  }
  const [manager, engineer] = [await as('northadmin'), await as('northengineer')]
  const devices = await manager.db
    .selectFrom('device')
    .innerJoin('project', 'project.id', 'device.project_id')
    .select('device.id')
    .where('project.audit', '=', 'approved')
    .orderBy('device.id')
    .limit(50)
    .execute()
  for (const { device, description, priority, reached } of orders) {
    const deviceId = devices[device]?.id
    if (deviceId === undefined) continue
    const step = steps.indexOf(reached)
    const engineerIds = step > 0 ? [engineer.id] : []
    const { id } = await createOrder(manager, 'repair', { deviceIds: [deviceId], description, priority, engineerIds })
    if (step > 1) await receiveOrder(engineer, 'repair', { id })
    if (step > 2) await startOrder(engineer, 'repair', { id })
    if (step > 3)
      await completeOrder(engineer, 'repair', {
        id,
        completeType: 'fixed',
        note: 'Cleaned and tested 已清洁并测试',
        devices: [{ deviceId, result: 'fixed' }],
      })
  }
}
