import type { EnumValue } from '@emberwatch/contract'
import { completeOrder } from '../src/features/orders/order/complete-order.ts'
import { createOrder } from '../src/features/orders/order/order.verbs.ts'
import { receiveOrder } from '../src/features/orders/order/order-assignment.verbs.ts'
import { startOrder, recordResults } from '../src/features/orders/order/order-work.verbs.ts'
import { createFeedback, replyFeedback } from '../src/features/orders/user-feedback/user-feedback.verbs.ts'
import { callerOfAccount } from '../src/features/base/access/authenticate.ts'
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
  { device: 0, description: 'Chamber dirty', priority: 'normal', reached: 'completed' },
  { device: 3, description: 'Battery low', priority: 'low', reached: 'started' },
  { device: 6, description: 'Base loose', priority: 'normal', reached: 'received' },
  { device: 9, description: 'False alarms at night', priority: 'high', reached: 'assigned' },
  { device: 12, description: 'No signal', priority: 'urgent', reached: 'waiting' },
]

const steps = ['waiting', 'assigned', 'received', 'started', 'completed'] as const

const dayMs = 86_400_000

type Caller = Ctx & { readonly id: number }

/** The project of the demo with the given beginning of its name, and its devices. */
const siteOf = async (manager: Ctx, name: string) => {
  const project = await manager.db.selectFrom('project').select('id').where('name', 'like', `${name}%`).executeTakeFirstOrThrow()
  const devices = await manager.db
    .selectFrom('device')
    .select(['id', 'code'])
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute()
  return { id: project.id, devices }
}

/** An installation under way, an inspection with what was found so far, and a maintenance that waits to be assigned. */
const seedPlannedWork = async (manager: Caller, engineer: Caller): Promise<void> => {
  const dueAt = (days: number) => new Date(manager.clock.now().getTime() + days * dayMs).toISOString()
  const [school, tower, mall] = [
    await siteOf(manager, 'Maple'),
    await siteOf(manager, 'Riverside'),
    await siteOf(manager, 'Harbour'),
  ]
  const engineerIds = [engineer.id]
  const install = await createOrder(manager, 'install', {
    projectId: school.id,
    description: 'Second floor, all rooms',
    priority: 'normal',
    dueAt: dueAt(5),
    engineerIds,
  })
  await receiveOrder(engineer, 'install', install)
  const inspect = await createOrder(manager, 'inspect', {
    projectId: tower.id,
    deviceIds: tower.devices.slice(0, 6).map(({ id }) => id),
    description: 'Quarterly inspection, ground floor',
    priority: 'normal',
    dueAt: dueAt(3),
    engineerIds,
  })
  await receiveOrder(engineer, 'inspect', inspect)
  await startOrder(engineer, 'inspect', inspect)
  await recordResults(engineer, 'inspect', {
    ...inspect,
    devices: tower.devices
      .slice(0, 3)
      .map(({ id: deviceId }, index) =>
        index === 1
          ? { deviceId, result: 'abnormal', value: '8 %/m', note: 'Chamber dirty' }
          : { deviceId, result: 'normal', value: '0.4 %/m' },
      ),
  })
  await createOrder(manager, 'maintenance', {
    projectId: mall.id,
    deviceIds: mall.devices.slice(0, 8).map(({ id }) => id),
    description: 'Yearly maintenance',
    priority: 'low',
    dueAt: dueAt(14),
  })
}

/** What the customer of the demo wrote: one answered, one that waits. */
const seedFeedback = async (agent: Caller, customer: Caller): Promise<void> => {
  const tower = await siteOf(customer, 'Riverside')
  const write = (content: string, deviceCode?: string) =>
    createFeedback(customer, { projectId: tower.id, content, ...(deviceCode === undefined ? {} : { deviceCode }) })
  const answered = await write('When is the next inspection?')
  await replyFeedback(agent, { ...answered, content: 'Within this week.' })
  await write('The detector in the corridor beeps at night.', tower.devices[3]?.code)
}

/** Orders of the demo's North, one at each step of the workflow, and feedback of its customer, made the way people would. */
export const seedDemoOrders = async (ctx: Ctx): Promise<void> => {
  const as = async (account: string): Promise<Caller> => {
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
        note: 'Cleaned and tested',
        devices: [{ deviceId, result: 'fixed' }],
      })
  }
  await seedPlannedWork(manager, engineer)
  await seedFeedback(await as('northagent2'), await as('northcustomer'))
}
