import { callerOfAccount } from '../src/features/base/access/authenticate.ts'
import { createRule } from '../src/features/equipment/linked-rule/linked-rule.verbs.ts'
import { cancelOrder, createOrder } from '../src/features/orders/order/order.verbs.ts'
import { holdOrder } from '../src/features/orders/order/order-work.verbs.ts'
import { createOrderChecklist } from '../src/features/orders/order-checklist/order-checklist.verbs.ts'
import { agreeJoin, applyToJoin } from '../src/features/sites/project-join/project-join.verbs.ts'
import { putOnTest } from '../src/features/sites/project/project-test.verbs.ts'
import { createRecall } from '../src/features/equipment/recall/recall.verbs.ts'
import type { Ctx } from '../src/platform/context.ts'
import { scoped } from '../src/platform/database/scope.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Somebody of the demo, with what they may do and see. */
export const as = async (ctx: Ctx, account: string): Promise<Ctx & { readonly id: number }> => {
  const { id } = await ctx.systemDb.selectFrom('account').select('id').where('account', '=', account).executeTakeFirstOrThrow()
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(id)
  if (!caller) throw new Error(`${account} may not act`)
  return { ...ctx, ...caller, db: scoped(ctx.systemDb, caller.scope), id }
}

const siteOf = async ({ db }: Ctx, name: string) => {
  const project = await db.selectFrom('project').selectAll().where('name', 'like', `${name}%`).executeTakeFirstOrThrow()
  const devices = await db
    .selectFrom('device')
    .select(['id', 'code', 'gateway_id', 'model_id'])
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute()
  return { project, devices }
}

const question = { required: true, perDevice: true, photo: false } as const

/** What engineers answer, before the first orders are made: an order keeps the questions of its day. */
export const seedDemoChecklists = async (ctx: Ctx): Promise<void> => {
  const operator = await as(ctx, 'demooperator')
  await createOrderChecklist(operator, {
    kind: 'inspect',
    items: [
      { ...question, textZh: '探测器外观清洁、无遮挡', textEn: 'The detector is clean and nothing covers it', answer: 'yesNo' },
      { ...question, textZh: '指示灯闪烁正常', textEn: 'Its light blinks as it should', answer: 'yesNo' },
      {
        ...question,
        required: false,
        perDevice: false,
        textZh: '消控室主机有无异常显示',
        textEn: 'What the panel in the control room shows',
        answer: 'text',
      },
    ],
  })
  await createOrderChecklist(operator, {
    kind: 'maintenance',
    items: [
      { ...question, textZh: '加烟（加温）测试报警', textEn: 'It alarms with smoke or heat', answer: 'yesNo' },
      {
        ...question,
        required: false,
        textZh: '烟室污染度',
        textEn: 'Contamination of the chamber',
        answer: 'value',
        unit: '%',
        high: 70,
      },
      {
        ...question,
        perDevice: false,
        photo: true,
        textZh: '现场恢复照片',
        textEn: 'Photo of the site as it was left',
        answer: 'photo',
      },
    ],
  })
}

/** Faults of the past weeks, and some that stand: rows of the past cannot be made by the verbs, which write the present. */
const seedFaults = async (ctx: Ctx, manager: Ctx, by: number): Promise<void> => {
  const now = ctx.clock.now().getTime()
  const { project, devices } = await siteOf(manager, 'Riverside')
  const types = await ctx.systemDb.selectFrom('fault_type').select(['id', 'code']).execute()
  const typeOf = (code: string): number => types.find((type) => type.code === code)?.id ?? 0
  const faults = [
    { device: 3, type: 'lowBattery', age: 3 * day, repeats: 4 },
    { device: 7, type: 'sensor', age: 5 * hour, repeats: 1 },
    { device: 9, type: 'tamper', age: 40 * minute, repeats: 1 },
    { device: 12, type: 'sensor', age: 2 * day, repeats: 9 },
    {
      device: 1,
      type: 'lowBattery',
      age: 20 * day,
      repeats: 6,
      solved: 18 * day,
      way: 'byHand',
      note: 'Battery replaced',
    },
    { device: 4, type: 'sensor', age: 12 * day, repeats: 2, solved: 11 * day, way: 'restored', note: null },
    {
      device: 10,
      type: 'tamper',
      age: 9 * day,
      repeats: 1,
      solved: 9 * day - 2 * hour,
      way: 'byHand',
      note: 'Cover refitted',
    },
  ] as const
  await ctx.systemDb
    .insertInto('fault')
    .values(
      faults.flatMap((fault) => {
        const device = devices[fault.device]
        if (!device) return []
        const solved = 'solved' in fault ? new Date(now - fault.solved) : null
        return {
          company_id: project.company_id,
          path: project.path,
          customer_id: project.customer_id,
          project_id: project.id,
          gateway_id: device.gateway_id,
          device_id: device.id,
          point: `d${device.id}`,
          type_id: typeOf(fault.type),
          source_format: 'EW' as const,
          source_code: fault.type,
          repeat_count: fault.repeats,
          first_at: new Date(now - fault.age),
          last_at: solved ?? new Date(now - Math.min(fault.age, 20 * minute)),
          ...('solved' in fault
            ? {
                state: 'solved' as const,
                solved_at: solved,
                restored_at: solved,
                solved_way: fault.way,
                solved_by: fault.way === 'byHand' ? by : null,
                note: fault.note,
              }
            : {}),
        }
      }),
    )
    .execute()
  // One of them is worked on.
  const worked = await ctx.systemDb
    .selectFrom('fault')
    .select(['id', 'device_id'])
    .where('project_id', '=', project.id)
    .where('type_id', '=', typeOf('sensor'))
    .where('state', '=', 'pending')
    .orderBy('first_at')
    .executeTakeFirst()
  if (worked?.device_id)
    await createOrder(manager, 'repair', {
      deviceIds: [worked.device_id],
      faultIds: [worked.id],
      description: 'Sensor fault comes again and again',
      priority: 'high',
    })
}

/** Orders that wait or ended without their work. */
const seedHeldOrders = async (manager: Ctx): Promise<void> => {
  const { devices } = await siteOf(manager, 'Harbour')
  const order = async (index: number, description: string) => {
    const device = devices[index]
    return device && createOrder(manager, 'repair', { deviceIds: [device.id], description, priority: 'low' })
  }
  const held = await order(2, 'Detector behind shelves')
  const until = new Date(manager.clock.now().getTime() + 6 * day).toISOString()
  if (held) await holdOrder(manager, 'repair', { ...held, reason: 'The shop moves its shelves first', until })
  const cancelled = await order(4, 'Reported twice')
  if (cancelled) await cancelOrder(manager, 'repair', { ...cancelled, reason: 'The same as an earlier order' })
}

/** What the gateways of the demo spoke of and nobody has registered. */
const seedUnknown = async (ctx: Ctx, manager: Ctx): Promise<void> => {
  const { project, devices } = await siteOf(manager, 'Harbour')
  const gatewayId = devices[0]?.gateway_id ?? null
  const gateway = await ctx.systemDb.selectFrom('gateway').select('code').where('id', '=', gatewayId).executeTakeFirst()
  if (!gateway) return
  const last = ctx.clock.now().getTime() - 25 * minute
  const row = {
    company_id: project.company_id,
    path: project.path,
    customer_id: project.customer_id,
    project_id: project.id,
    gateway_id: gatewayId,
    gateway_code: gateway.code,
    first_at: new Date(last - 2 * day),
    last_at: new Date(last),
    last_report: '{"device":"SD9901","code":"heartbeat"}',
  }
  await ctx.systemDb
    .insertInto('unknown_report')
    .values([
      { ...row, kind: 'unknownDevice', key: 'SD9901', device_code: 'SD9901', may_be_alarm: false, count: 96 },
      { ...row, kind: 'unknownDevice', key: 'SD9902', device_code: 'SD9902', may_be_alarm: false, count: 12 },
      { ...row, kind: 'unknownCode', key: 'EW pump_low', format: 'EW', code: 'pump_low', may_be_alarm: true, count: 2 },
    ])
    .execute()
}

/** An ordinary user with a device of their own. */
const seedUser = async (ctx: Ctx, manager: Ctx): Promise<void> => {
  const { systemDb } = ctx
  const { project, devices } = await siteOf(manager, 'Riverside')
  const like = await systemDb.selectFrom('account').selectAll().where('account', '=', 'northadmin').executeTakeFirstOrThrow()
  const role = await systemDb
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', project.company_id)
    .where('type', '=', 'user')
    .executeTakeFirst()
  const { id } = await systemDb
    .insertInto('account')
    .values({
      company_id: project.company_id,
      path: project.path,
      type: 'user',
      account: 'northtenant',
      name: 'Tenant of a flat',
      phone: '01000001900',
      password_hash: like.password_hash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (role) await systemDb.insertInto('account_role').values({ account_id: id, role_id: role.id }).execute()
  if (devices[0]) await systemDb.insertInto('device_user').values({ account_id: id, device_id: devices[0].id }).execute()
}

/** A rule, a test of tomorrow, a recall, and companies that have joined a project of others or ask to. */
const seedAgreements = async (manager: Ctx, agent: Ctx): Promise<void> => {
  const { project, devices } = await siteOf(manager, 'Riverside')
  const selfTest = await manager.db
    .selectFrom('device_command')
    .select(['id', 'model_id'])
    .where('code', '=', 'self_test')
    .where('model_id', '=', devices[0]?.model_id ?? 0)
    .executeTakeFirst()
  const targets = devices.filter(({ model_id }) => model_id === selfTest?.model_id).slice(1, 3)
  const [first] = devices
  if (selfTest && first && targets.length > 0)
    await createRule(manager, {
      projectId: project.id,
      name: 'Battery low: self-test of its neighbours',
      deviceId: first.id,
      trigger: 'report',
      reportType: 'lowPower',
      commandId: selfTest.id,
      targetIds: targets.map(({ id }) => id),
      pauseS: 600,
    })
  const at = (ms: number) => new Date(manager.clock.now().getTime() + ms).toISOString()
  const mall = await siteOf(manager, 'Harbour')
  await putOnTest(manager, {
    projectId: mall.project.id,
    fromAt: at(day),
    toAt: at(day + 2 * hour),
    whole: true,
    reason: 'Yearly maintenance',
    requestedBy: 'Building services',
    identityCheck: 'callBack',
  })
  const made = await manager.db
    .selectFrom('device')
    .select('batch')
    .where('id', '=', devices[2]?.id ?? 0)
    .executeTakeFirst()
  if (made?.batch) await createRecall(manager, { batch: made.batch, reason: 'Thermistor out of tolerance' })
  const joined = await applyToJoin(agent, { code: project.code, note: 'Commissioned with its maintenance' })
  await agreeJoin(manager, { ...joined, rights: ['alarm'], validUntil: at(180 * day) })
  await applyToJoin(agent, { code: mall.project.code, note: 'Night watch' })
}

/** What else happens at a company: faults, held orders, unknown devices, agreements. So no list of the demo is empty. */
export const seedDemoWork = async (ctx: Ctx): Promise<void> => {
  const [manager, agent] = [await as(ctx, 'northadmin'), await as(ctx, 'southagent')]
  await seedFaults(ctx, manager, manager.id)
  await seedHeldOrders(manager)
  await seedUnknown(ctx, manager)
  await seedUser(ctx, manager)
  await seedAgreements(manager, agent)
}
