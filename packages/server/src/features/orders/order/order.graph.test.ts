import { DomainError, enums, type ErrorName } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { appraiseOrder, verifyOrder } from './order-acceptance.verbs.ts'
import { assignOrder, receiveOrder, refuseOrder } from './order-assignment.verbs.ts'
import { cancelOrder, removeOrder, editOrder, rescheduleOrder } from './order.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { holdOrder, recordResults, startOrder, unholdOrder } from './order-work.verbs.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import type { OrderStatus } from './order.store.ts'
import { signIn } from './sign-in.ts'

/** domain.md, "Work orders", written down a second time: who may do what in which status, and the status that follows. */

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

type Verdict = 'ok' | ErrorName
type ActorName = 'manager' | 'engineer' | 'stranger' | 'bare' | 'sibling'

interface Step {
  readonly from: Partial<Record<OrderStatus, Partial<Record<ActorName, Verdict>>>>
  readonly to?: OrderStatus
  readonly forEngineer?: true
  /** Is not a step of the order's history. */
  readonly unnoted?: true
  readonly act: (ctx: Ctx, id: number) => Promise<unknown>
}

/** Actors not named lack the permission. */
const onlyManager = { manager: 'ok' } as const
/** The engineer's own step comes later: they are told the state, not a lack of rights. */
const notYet = { manager: 'ok', engineer: 'wrongState', stranger: 'wrongState' } as const
const worker = { manager: 'ok', engineer: 'ok', stranger: 'precondition' } as const
/** Required of an actor who is not assigned. */
const onBehalfReason = 'reported by phone'

const steps: Readonly<Record<string, Step>> = {
  edit: {
    from: { pending_assign: onlyManager, pending_receive: onlyManager },
    act: async (ctx, id) => {
      const { version } = await world.rowOf(id)
      return editOrder(ctx, 'repair', { id, version, deviceIds: [world.site.device], priority: 'high', description: 'edited' })
    },
  },
  del: {
    from: { pending_assign: onlyManager, pending_receive: onlyManager },
    act: (ctx, id) => removeOrder(ctx, 'repair', { id }),
  },
  assign: {
    from: { pending_assign: onlyManager, pending_receive: onlyManager, pending_complete: onlyManager, processing: onlyManager },
    to: 'pending_receive',
    act: (ctx, id) => assignOrder(ctx, 'repair', { id, engineerIds: [world.accounts.northEngineer.id], note: 'please go' }),
  },
  receive: {
    from: { pending_receive: worker },
    to: 'pending_complete',
    forEngineer: true,
    act: (ctx, id) => receiveOrder(ctx, 'repair', { id, onBehalfReason }),
  },
  refuse: {
    from: { pending_receive: worker },
    to: 'pending_assign',
    forEngineer: true,
    act: (ctx, id) => refuseOrder(ctx, 'repair', { id, reason: 'too far' }),
  },
  signIn: {
    from: {
      pending_complete: { engineer: 'ok', stranger: 'precondition', manager: 'precondition' },
      processing: { engineer: 'ok', stranger: 'precondition', manager: 'precondition' },
    },
    forEngineer: true,
    act: async (ctx, id) => {
      const siteId = world.site.sign_site
      await world.db
        .insertInto('order_site')
        .values({ order_id: id, site_id: siteId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      try {
        await signIn(ctx, 'repair', { id, siteId, latitude: 30, longitude: 104, coordinateSystem: 'WGS84' })
      } finally {
        // The other steps are tested on orders without sign addresses.
        await world.db.deleteFrom('order_site').where('order_id', '=', id).execute()
      }
    },
  },
  start: {
    from: { pending_complete: worker },
    to: 'processing',
    forEngineer: true,
    act: (ctx, id) => startOrder(ctx, 'repair', { id, onBehalfReason }),
  },
  record: {
    from: { processing: worker },
    forEngineer: true,
    unnoted: true,
    act: (ctx, id) =>
      recordResults(ctx, 'repair', { id, devices: [{ deviceId: world.site.device, result: 'partly' }], onBehalfReason }),
  },
  complete: {
    from: { processing: worker, pending_complete: notYet },
    to: 'pending_verify',
    forEngineer: true,
    act: (ctx, id) =>
      completeOrder(ctx, 'repair', {
        id,
        completeType: 'fixed',
        note: 'cleaned',
        devices: [{ deviceId: world.site.device, result: 'fixed' }],
        onBehalfReason,
      }),
  },
  agree: {
    from: { pending_verify: onlyManager },
    to: 'pending_evaluation',
    act: (ctx, id) => verifyOrder(ctx, 'repair', { id, agree: true }),
  },
  deny: {
    from: { pending_verify: onlyManager },
    to: 'processing',
    act: (ctx, id) => verifyOrder(ctx, 'repair', { id, agree: false, reason: 'still dirty' }),
  },
  appraise: {
    from: { pending_evaluation: onlyManager },
    to: 'complete',
    act: (ctx, id) => appraiseOrder(ctx, 'repair', { id, rating: 5 }),
  },
  hold: {
    from: { pending_assign: notYet, pending_receive: notYet, pending_complete: worker, processing: worker },
    to: 'on_hold',
    act: (ctx, id) => holdOrder(ctx, 'repair', { id, reason: 'no part' }),
  },
  unhold: {
    from: { on_hold: worker },
    to: 'processing',
    act: (ctx, id) => unholdOrder(ctx, 'repair', { id }),
  },
  reschedule: {
    from: {
      pending_assign: onlyManager,
      pending_receive: onlyManager,
      pending_complete: onlyManager,
      processing: onlyManager,
      on_hold: onlyManager,
    },
    act: async (ctx, id) => {
      const { version } = await world.rowOf(id)
      const dueAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
      return rescheduleOrder(ctx, 'repair', { id, version, dueAt, note: 'the site is shut' })
    },
  },
  cancel: {
    from: {
      pending_assign: onlyManager,
      pending_receive: onlyManager,
      pending_complete: onlyManager,
      processing: onlyManager,
      on_hold: onlyManager,
    },
    to: 'cancelled',
    act: (ctx, id) => cancelOrder(ctx, 'repair', { id, reason: 'ordered twice' }),
  },
}

/** An order's status and version, and everything that is recorded of it. */
const stateOf = async (id: number) => {
  const { db } = world
  const { status, version } = await world.rowOf(id)
  const [history, audits, events] = await Promise.all([
    db
      .selectFrom('order_history')
      .select(['action', 'from_status as from', 'to_status as to', 'actor_id as actor', 'on_behalf as onBehalf'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('audit_log')
      .select(['action', 'actor_id as actor', 'changes'])
      .where('object_kind', '=', 'repairOrder')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('live_event')
      .select(['change', 'path', 'data'])
      .where('kind', '=', 'order')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute(),
  ])
  const audited = audits.map(({ action, actor, changes }) => ({ action, actor, status: changes['status'] ?? null }))
  const emitted = events.map(({ change, path, data }) => ({ change, path, status: data['status'] }))
  return { status, version, history, audited, emitted }
}

const outcome = (work: Promise<unknown>): Promise<Verdict> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof DomainError) return error.reason
      throw error
    },
  )

const verdictOf = ({ from }: Step, status: OrderStatus, name: ActorName): Verdict => {
  if (name === 'sibling') return 'notFound'
  const actors = from[status]
  return actors ? (actors[name] ?? 'noAccess') : 'wrongState'
}

const actors = ['bare', 'sibling', 'stranger', 'engineer', 'manager'] as const
const cases = Object.entries(steps).flatMap(([action, step]) => enums.orderStatus.map((status) => ({ action, step, status })))

/** One order per status, reused until a step changes it. */
const waiting = new Map<OrderStatus, { id: number; state: Awaited<ReturnType<typeof stateOf>> }>()
const orderIn = async (status: OrderStatus) => {
  const known = waiting.get(status)
  if (known) return known
  const id = await world.orderIn(status)
  const order = { id, state: await stateOf(id) }
  waiting.set(status, order)
  return order
}

test.each(cases)('$action in $status', async ({ action, step, status }) => {
  for (const name of actors) {
    const ctx = world[name]
    const verdict = verdictOf(step, status, name)
    const { id, state: before } = await orderIn(status)
    const to = step.to ?? status
    const actor = ctx.actor.accountId
    const onBehalf = step.forEngineer === true && name === 'manager'
    const moved = {
      status: to,
      version: before.version + 1,
      history: step.unnoted ? before.history : [...before.history, { action, from: status, to, actor, onBehalf }],
      audited: [...before.audited, { action: `repairOrder.${action}`, actor, status: to === status ? null : [status, to] }],
      emitted: [...before.emitted, { change: action, path: world.companies.north.path, status: to }],
    }
    const found = await outcome(step.act(ctx, id))
    expect({ name, found, ...(await stateOf(id)) }).toEqual({ name, found: verdict, ...(verdict === 'ok' ? moved : before) })
    if (verdict === 'ok') waiting.delete(status)
  }
})
