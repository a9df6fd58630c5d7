import { orderStatus, enums, type OrderKindName } from '@emberwatch/contract'
import { seededRandom } from '@emberwatch/simulator'
import { sql, type Insertable } from 'kysely'
import { orderCode } from '../src/features/orders/order/order.rules.ts'
import { verifyOrder, appraiseOrder } from '../src/features/orders/order/order-acceptance.verbs.ts'
import { completeOrder } from '../src/features/orders/order/complete-order.ts'
import { createOrder } from '../src/features/orders/order/order.verbs.ts'
import { receiveOrder } from '../src/features/orders/order/order-assignment.verbs.ts'
import { startOrder } from '../src/features/orders/order/order-work.verbs.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { Tables } from '../src/tables/index.ts'
import { demoPeople, demoPlaces, inPortions, type DemoPlace } from './demo-places.ts'
import type { Words } from './demo-tree.ts'
import { as } from './demo-work.ts'

const [hour, day] = [3_600_000, 86_400_000]
const zone = 'Asia/Shanghai'

const work: Readonly<Record<OrderKindName, readonly Words[]>> = {
  install: [{ en: 'Detectors of a further room', zh: '新增房间探测器安装' }],
  repair: [
    { en: 'Detector reports dirt', zh: '探测器污染' },
    { en: 'Battery low', zh: '电池电量低' },
    { en: 'No signal since yesterday', zh: '昨日起无信号' },
    { en: 'False alarms from the pantry', zh: '茶水间误报' },
  ],
  inspect: [{ en: 'Monthly inspection', zh: '月度巡检' }],
  maintenance: [{ en: 'Quarterly maintenance', zh: '季度维保' }],
}
const done: Words = { en: 'Done and tested', zh: '已完成并测试' }

interface Finished {
  readonly order: Insertable<Tables['work_order']>
  readonly place: DemoPlace
  readonly at: { readonly created: number; readonly received: number; readonly finished: number; readonly agreed: number }
}

/** Orders of eight weeks, most of them done in time. */
const finishedOrders = (places: readonly DemoPlace[], now: number, engineerOf: (place: DemoPlace) => number): Finished[] => {
  const random = seededRandom(5)
  const found: Finished[] = []
  for (let back = 56; back > 1; back--) {
    for (const kind of enums.orderKind) {
      // Every kind has its own week; repairs come every day.
      const chance = { install: 0.25, repair: 1.5, inspect: 0.55, maintenance: 0.35 }[kind]
      for (let n = Math.floor(chance + random()); n > 0; n--) {
        const place = places[Math.floor(random() * places.length)]
        const created = now - back * day + (1 + random() * 8) * hour
        if (!place || place.since > created) continue
        const received = created + (0.2 + random() * 3) * hour
        const dueIn = kind === 'repair' ? 2 * day : 5 * day
        const late = random() < { install: 0.08, repair: 0.2, inspect: 0.1, maintenance: 0.13 }[kind]
        const finished = created + dueIn * (late ? 1.1 + random() * 0.5 : 0.2 + random() * 0.7)
        if (finished > now - day) continue
        const texts = work[kind]
        found.push({
          place,
          at: { created, received, finished, agreed: finished + (1 + random() * 9) * hour },
          order: {
            kind,
            code: '',
            company_id: place.ids.company_id,
            path: place.ids.path,
            customer_id: place.ids.customer_id,
            project_id: place.ids.project_id ?? 0,
            status: orderStatus.completed,
            origin: kind === 'inspect' || kind === 'maintenance' ? 'plan' : random() < 0.4 ? 'fault' : 'manual',
            priority: random() < 0.15 ? 'high' : 'normal',
            description: texts[Math.floor(random() * texts.length)]?.[place.language] ?? '',
            due_at: new Date(created + dueIn),
            first_response_at: new Date(received),
            finished_at: new Date(finished),
            completed_by: engineerOf(place),
            complete_type: kind === 'repair' ? 'fixed' : 'done',
            complete_note: done[place.language],
            labour_minutes: 20 + Math.floor(random() * 90),
            rating: 3 + Math.floor(random() * 3),
            created_at: new Date(created),
            updated_at: new Date(finished),
          },
        })
      }
    }
  }
  return found.toSorted((a, b) => a.at.created - b.at.created)
}

const seedFinished = async ({ systemDb, clock }: Ctx): Promise<void> => {
  await systemDb.transaction().execute(async (tx) => {
    const people = await demoPeople(tx)
    const finished = finishedOrders(await demoPlaces(tx), clock.now().getTime(), ({ language }) => people[language].engineer)
    const { rows: numbers } = await sql<{
      n: number
    }>`select nextval('order_code')::integer as n from generate_series(1, ${finished.length})`.execute(tx)
    await inPortions(
      finished.map((each, index) => ({ ...each, number: numbers[index]?.n ?? 0 })),
      async (portion) => {
        const ids = await tx
          .insertInto('work_order')
          .values(
            portion.map(({ order, at, number }) => ({
              ...order,
              code: orderCode(order.kind, new Date(at.created), zone, number),
            })),
          )
          .returning('id')
          .execute()
        const rows = portion.map((each, index) => ({ ...each, id: ids[index]?.id ?? 0 }))
        await tx
          .insertInto('order_engineer')
          .values(rows.map(({ id, place }) => ({ order_id: id, account_id: people[place.language].engineer })))
          .execute()
        await tx
          .insertInto('order_device')
          .values(
            rows.map(({ id, place, order }) => ({
              order_id: id,
              device_id: place.ids.device_id,
              result: order.kind === 'repair' ? ('fixed' as const) : ('normal' as const),
            })),
          )
          .execute()
        await tx
          .insertInto('order_history')
          .values(
            rows.flatMap(({ id, at, place: { language } }) => {
              const { manager, engineer } = people[language]
              const step = (
                action: string,
                from: Insertable<Tables['order_history']>['from_status'],
                to: Insertable<Tables['order_history']>['to_status'],
                actor: number,
                when: number,
              ) => ({
                order_id: id,
                action,
                from_status: from,
                to_status: to,
                actor_id: actor,
                engineer_ids: action === 'create' ? [engineer] : [],
                at: new Date(when),
              })
              return [
                step('create', null, orderStatus.assigned, manager, at.created),
                step('receive', orderStatus.assigned, orderStatus.accepted, engineer, at.received),
                step('complete', orderStatus.inProgress, orderStatus.toVerify, engineer, at.finished),
                step('agree', orderStatus.toVerify, orderStatus.completed, manager, at.agreed),
              ]
            }),
          )
          .execute()
      },
    )
  })
}

/** One that the customer has yet to rate, and one that is rated. */
const seedRated = async (ctx: Ctx): Promise<void> => {
  const [manager, engineer, customer] = [
    await as(ctx, 'northadmin'),
    await as(ctx, 'northengineer'),
    await as(ctx, 'northcustomer'),
  ]
  const devices = await customer.db
    .selectFrom('device')
    .select('id')
    .where('project_id', 'is not', null)
    .orderBy('id')
    .limit(20)
    .execute()
  for (const [index, description] of ['Detector in the lobby replaced', 'Sounder too quiet'].entries()) {
    const deviceId = devices[15 + index]?.id
    if (deviceId === undefined) continue
    const { id } = await createOrder(manager, 'repair', {
      deviceIds: [deviceId],
      description,
      priority: 'normal',
      engineerIds: [engineer.id],
    })
    await receiveOrder(engineer, 'repair', { id })
    await startOrder(engineer, 'repair', { id })
    await completeOrder(engineer, 'repair', {
      id,
      completeType: 'fixed',
      note: done.en,
      devices: [{ deviceId, result: 'fixed' }],
    })
    await verifyOrder(manager, 'repair', { id, agree: true })
    if (index === 1) await appraiseOrder(customer, 'repair', { id, rating: 5, note: 'Quick and friendly' })
  }
}

/** Work of the South, at the steps that a visitor sees in the North as well. */
const seedSouth = async (ctx: Ctx): Promise<void> => {
  const [manager, engineer] = [await as(ctx, 'southadmin'), await as(ctx, 'southengineer')]
  const devices = await manager.db
    .selectFrom('device')
    .select('id')
    .where('project_id', 'is not', null)
    .orderBy('id')
    .limit(60)
    .execute()
  const tasks = ['水压传感器读数偏低', '探测器底座松动', '电池电量低', '更换防拆外壳']
  for (const [index, description] of tasks.entries()) {
    const deviceId = devices[7 + index * 9]?.id
    if (deviceId === undefined) continue
    const engineerIds = index > 0 ? [engineer.id] : []
    const { id } = await createOrder(manager, 'repair', {
      deviceIds: [deviceId],
      description,
      priority: index === 0 ? 'high' : 'normal',
      engineerIds,
    })
    if (index > 1) await receiveOrder(engineer, 'repair', { id })
    if (index > 2) await startOrder(engineer, 'repair', { id })
  }
  await createOrder(manager, 'inspect', {
    deviceIds: devices.slice(0, 5).map(({ id }) => id),
    description: '月度巡检',
    priority: 'normal',
    engineerIds: [engineer.id],
  })
}

/** What the engineers of the demo have done, in two months and lately. */
export const seedDemoOrderHistory = async (ctx: Ctx): Promise<void> => {
  await seedFinished(ctx)
  await seedRated(ctx)
  await seedSouth(ctx)
}
