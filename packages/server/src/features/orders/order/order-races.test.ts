import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilBlocked } from '../../../testing/races.ts'
import { assignOrder, assignOrders, receiveOrder } from './order-assignment.verbs.ts'
import { transitionOrder } from './transition-order.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { assignList } from './order.reads.ts'

/** Two people act on one order at the same time: one wins, and the other learns who. */

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )

/** Runs `late` after `early` has changed the order but before it commits. */
const overlap = async (early: (beforeCommit: () => Promise<void>) => Promise<unknown>, late: () => Promise<unknown>) => {
  let second: Promise<unknown> | undefined
  await early(async () => {
    second = late()
    second.catch(() => undefined)
    await untilBlocked(world.db)
  })
  return refusal(second ?? Promise.resolve())
}

const forBoth = async (): Promise<number> => {
  const id = await world.newOrder()
  const engineerIds = [world.accounts.northEngineer.id, world.accounts.siterEngineer.id]
  await assignOrder(world.siter, 'repair', { id, engineerIds, note: 'whichever of you is nearer' })
  return id
}

test('of two who receive it one wins, and the other learns who', async () => {
  const id = await forBoth()
  const results = await Promise.allSettled([
    receiveOrder(world.engineer, 'repair', { id }),
    receiveOrder(world.stranger, 'repair', { id }),
  ])
  const winner = results[0].status === 'fulfilled' ? 'North Engineer' : 'Siter Engineer'
  const lost = results.filter((result) => result.status === 'rejected')
  expect(lost.map((result) => result.reason)).toMatchObject([
    { reason: 'wrongState', params: { state: 'To be started', who: winner } },
  ])
  expect((await assignList(world.manager, 'repair', { id })).filter((entry) => entry.action === 'receive')).toHaveLength(1)
})

test('a receive checked before the other’s commit still loses', async () => {
  const id = await forBoth()
  const error = await overlap(
    (beforeCommit) => transitionOrder(world.stranger, 'repair', id, { action: 'receive', effects: beforeCommit }),
    () => receiveOrder(world.engineer, 'repair', { id }),
  )
  expect(error).toMatchObject({ reason: 'wrongState', params: { state: 'To be started', who: 'Siter Engineer' } })
})

test('an order that somebody else has assigned meanwhile is not reassigned with a stale version', async () => {
  const [one, two] = [await world.newOrder(), await world.newOrder()]
  const versionOf = async (id: number) =>
    (await world.db.selectFrom('work_order').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
  const versions = [await versionOf(one), await versionOf(two)]
  const [first, other] = [world.accounts.northEngineer.id, world.accounts.siterEngineer.id]
  await assignOrder(world.manager, 'repair', { id: one, version: versions[0] ?? 0, engineerIds: [first], note: 'go' })
  const late = { engineerIds: [other], note: 'go as well' }
  const refused = await refusal(assignOrder(world.siter, 'repair', { id: one, version: versions[0] ?? 0, ...late }))
  expect(refused).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  const answers = await assignOrders(world.siter, 'repair', { ids: [one, two], versions, ...late })
  expect(answers.map(({ problem }) => problem === null)).toEqual([false, true])
  // The same request comes twice.
  expect((await assignOrders(world.siter, 'repair', { ids: [two], versions: versions.slice(1), ...late }))[0]?.problem).toBeNull()
  const engineers = await world.db.selectFrom('order_engineer').select('account_id').where('order_id', '=', one).execute()
  expect(engineers).toEqual([{ account_id: first }])
  await expect(assignOrders(world.siter, 'repair', { ids: [one, two], versions: [1], ...late })).rejects.toMatchObject({
    reason: 'invalidInput',
  })
})

test('an engineer who is being replaced does not receive', async () => {
  const id = await forBoth()
  const error = await overlap(
    (beforeCommit) => transitionOrder(world.siter, 'repair', id, { action: 'assign', effects: beforeCommit }),
    () => receiveOrder(world.engineer, 'repair', { id }),
  )
  expect(error).toMatchObject({ reason: 'staleVersion', params: { who: 'Siter Admin' } })
})

test('an order that is being deleted cannot be received', async () => {
  const id = await forBoth()
  const error = await overlap(
    (beforeCommit) =>
      transitionOrder(world.manager, 'repair', id, {
        action: 'del',
        changes: (write) => ({ deleted_at: write.at }),
        effects: beforeCommit,
      }),
    () => receiveOrder(world.engineer, 'repair', { id }),
  )
  expect(error).toMatchObject({ reason: 'notFound' })
})
