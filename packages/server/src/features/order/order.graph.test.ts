import { DomainError, enums, type ErrorName } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { appraiseOrder } from './appraise-order.ts'
import { assignOrder } from './assign-order.ts'
import { completeOrder } from './complete-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import type { OrderStatus } from './order.store.ts'
import { receiveOrder } from './receive-order.ts'
import { refuseOrder } from './refuse-order.ts'
import { startOrder } from './start-order.ts'
import { verifyOrder } from './verify-order.ts'

/** domain.md, "Work orders", written down a second time: who may do what from where, and what becomes of it. */

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
  readonly act: (ctx: Ctx, id: number) => Promise<unknown>
}

/** Whoever is not named lacks the permission. */
const onlyManager = { manager: 'ok' } as const
const worker = { manager: 'ok', engineer: 'ok', stranger: 'precondition' } as const

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
    act: (ctx, id) => deleteOrder(ctx, 'repair', { id }),
  },
  assign: {
    from: { pending_assign: onlyManager, pending_receive: onlyManager },
    to: 'pending_receive',
    act: (ctx, id) => assignOrder(ctx, 'repair', { id, engineerIds: [world.accounts.northEngineer.id], note: 'please go' }),
  },
  receive: {
    from: { pending_receive: worker },
    to: 'pending_complete',
    forEngineer: true,
    act: (ctx, id) => receiveOrder(ctx, 'repair', { id }),
  },
  refuse: {
    from: { pending_receive: worker },
    to: 'pending_assign',
    forEngineer: true,
    act: (ctx, id) => refuseOrder(ctx, 'repair', { id, reason: 'too far' }),
  },
  start: {
    from: { pending_complete: worker },
    to: 'processing',
    forEngineer: true,
    act: (ctx, id) => startOrder(ctx, 'repair', { id }),
  },
  complete: {
    from: { processing: worker, pending_complete: onlyManager },
    to: 'pending_verify',
    forEngineer: true,
    act: (ctx, id) =>
      completeOrder(ctx, 'repair', {
        id,
        completeType: 'fixed',
        note: 'cleaned',
        devices: [{ deviceId: world.site.device, result: 'fixed' }],
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
}

const tracesOf = async (id: number) => {
  const [history, audits, events] = await Promise.all([
    world.db.selectFrom('order_history').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_kind', '=', 'repairOrder')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute(),
    world.db
      .selectFrom('live_event')
      .selectAll()
      .where('kind', '=', 'order')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute(),
  ])
  return { history, audits, events }
}

const outcome = (work: Promise<unknown>): Promise<Verdict> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof DomainError) return error.reason
      throw error
    },
  )

describe.each(enums.orderStatus)('in %s', (status) => {
  test.each(Object.entries(steps))('%s', async (action, { from, to, forEngineer, act }) => {
    const actors: readonly ActorName[] = ['bare', 'sibling', 'stranger', 'engineer', 'manager']
    let id = await world.orderIn(status)
    for (const name of actors) {
      const ctx = world[name]
      const before = await world.rowOf(id)
      const traced = await tracesOf(id)
      const expected: Verdict = name === 'sibling' ? 'notFound' : from[status] ? (from[status][name] ?? 'noAccess') : 'wrongState'
      expect(await outcome(act(ctx, id)), `${name}: ${action} in ${status}`).toBe(expected)
      const after = await world.rowOf(id)
      const { history, audits, events } = await tracesOf(id)
      if (expected !== 'ok') {
        expect(after).toEqual(before)
        expect({ history, audits, events }).toEqual(traced)
        continue
      }
      expect(after.status).toBe(to ?? status)
      expect(after.version).toBe(before.version + 1)
      expect(history.length).toBe(traced.history.length + 1)
      expect(history.at(-1)).toMatchObject({
        action,
        from_status: status,
        to_status: to ?? status,
        actor_id: ctx.actor.accountId,
        on_behalf: forEngineer === true && name === 'manager',
      })
      expect(audits.length).toBe(traced.audits.length + 1)
      expect(audits.at(-1)).toMatchObject({ action: `repairOrder.${action}`, actor_id: ctx.actor.accountId, result: 'ok' })
      if (to && to !== status) expect(audits.at(-1)?.changes).toMatchObject({ status: [status, to] })
      expect(events.slice(traced.events.length)).toMatchObject([{ change: action, data: { status: to ?? status } }])
      id = await world.orderIn(status)
    }
  })
})
