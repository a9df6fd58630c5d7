import { enums, faultStates, type AuditAct, type EnumValue } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../../platform/context.ts'
import { transact } from '../../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../../testing/rows.ts'
import { findFault, type StoredFault } from '../fault.store.ts'
import { transitionFault } from './transition-fault.ts'
import { processFaults } from './repair-faults.ts'
import { releaseFaults } from './repair-faults.ts'
import { solveFaults } from './repair-faults.ts'

type State = EnumValue<'faultState'>

let world: TestWorld
let north: Ctx
let rows: OwnedRows
let order: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  rows = await addOwnedRows(world.db, world.companies.north)
  order = Number(rows.work_order)
})
afterAll(() => world.stop())

let points = 0
const faultIn = async (state: State, order_id: number | null = null): Promise<StoredFault> => {
  const now = new Date()
  const type = await world.db.selectFrom('fault_type').select('id').where('code', '=', 'sensor').executeTakeFirstOrThrow()
  const { id: company_id, path } = world.companies.north
  const { id } = await world.db
    .insertInto('fault')
    .values({
      company_id,
      path,
      device_id: Number(rows.device),
      point: `d${rows.device}:${points++}`,
      type_id: type.id,
      state,
      source_format: 'EW',
      source_code: 'sensor',
      first_at: now,
      last_at: now,
      order_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return after(id)
}
const after = async (id: number): Promise<StoredFault> => {
  const fault = await findFault(world.db, id)
  if (!fault) throw new Error(`fault ${id} is gone`)
  return fault
}
const tracesOf = async (id: number) => ({
  audits: await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', 'fault')
    .where('object_id', '=', String(id))
    .execute(),
  events: await world.db
    .selectFrom('live_event')
    .selectAll()
    .where('kind', '=', 'fault')
    .where('object_id', '=', String(id))
    .execute(),
})
/** Faults change as part of another write, which leaves its own audit row. */
const during = (work: Parameters<typeof transact>[1]) =>
  transact(north, async (write) => {
    await work(write)
    write.audit({
      action: 'repairOrder.edit',
      object: { kind: 'repairOrder', id: 1, name: '' },
      owner: { companyId: world.companies.north.id, path: world.companies.north.path },
    })
  })

/** domain.md, "Alarms and faults", written out a second time to check the graph. */
const allowed: Record<State, Record<string, State>> = {
  pending: { solve: 'solved', process: 'processing', complete: 'solved', restore: 'solved' },
  processing: { solve: 'solved', release: 'pending', complete: 'solved', restore: 'solved' },
  solved: { reopen: 'processing' },
}

test.each(
  enums.faultState.flatMap((state) =>
    [...new Set(faultStates.transitions.map((each) => each.action))].map((action) => ({ state, action })),
  ),
)('$state: $action', async ({ state, action }) => {
  const fault = await faultIn(state)
  const to = allowed[state][action]
  let moved: boolean | undefined
  await during(async (write) => {
    moved = await transitionFault(north, write, fault, action as AuditAct<'fault'>, { note: 'x' })
  })
  expect(moved).toBe(to !== undefined)
  const { audits, events } = await tracesOf(fault.id)
  if (to === undefined) {
    expect(await after(fault.id)).toEqual(fault)
    expect([audits, events]).toEqual([[], []])
  } else {
    expect(await after(fault.id)).toMatchObject({ state: to, note: 'x', updated_by: world.accounts.northAdmin.id })
    expect(audits).toMatchObject([
      { action: `fault.${action}`, actor_id: world.accounts.northAdmin.id, changes: { state: [state, to], note: [null, 'x'] } },
    ])
    expect(events).toMatchObject([{ change: to, path: fault.path, device_id: fault.device_id, data: { state: to } }])
  }
})

test('a fault that changed since it was read is not updated', async () => {
  const fault = await faultIn('pending')
  await world.db.updateTable('fault').set({ state: 'solved' }).where('id', '=', fault.id).execute()
  await during(async (write) => expect(await transitionFault(north, write, fault, 'process', {})).toBe(false))
  expect(await after(fault.id)).toMatchObject({ state: 'solved' })
})

describe('a repair order', () => {
  test('takes a pending fault, and no second order can', async () => {
    const fault = await faultIn('pending')
    await during((write) => processFaults(north, write, { faultIds: [fault.id], orderId: order }))
    expect(await after(fault.id)).toMatchObject({ state: 'processing', order_id: order })
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const second = transact(siter, (write) => processFaults(siter, write, { faultIds: [fault.id], orderId: order }))
    await expect(second).rejects.toMatchObject({
      reason: 'wrongState',
      field: 'faultId',
      params: { state: 'Processing', who: 'North Admin' },
    })
  })

  test('of a sibling company does not see the fault', async () => {
    const fault = await faultIn('pending')
    const south = await world.ctxOf(world.accounts.southAdmin)
    const foreign = transact(south, (write) => processFaults(south, write, { faultIds: [fault.id], orderId: order }))
    await expect(foreign).rejects.toMatchObject({ reason: 'notFound', field: 'faultId' })
  })

  test('when completed solves its faults, and no others', async () => {
    const [own, restored, other] = [
      await faultIn('processing', order),
      await faultIn('solved', order),
      await faultIn('processing'),
    ]
    await during((write) => solveFaults(north, write, { orderId: order, note: 'head replaced', solves: () => true }))
    const at = world.clock.now().toISOString()
    expect(await after(own.id)).toMatchObject({
      state: 'solved',
      solved_at: at,
      solved_by: world.accounts.northAdmin.id,
      solved_way: 'repairOrder',
      note: 'head replaced',
    })
    expect(await after(restored.id)).toEqual(restored)
    expect(await after(other.id)).toEqual(other)
  })

  test('when deleted releases its faults', async () => {
    const [own, restored] = [await faultIn('processing', order), await faultIn('solved', order)]
    await during((write) => releaseFaults(north, write, order))
    expect(await after(own.id)).toMatchObject({ state: 'pending', order_id: null })
    expect(await after(restored.id)).toEqual(restored)
  })
})
