import { endpoints, type Endpoint } from '@emberwatch/contract'
import { describe, expect, test } from 'vitest'
import { queryOf, madeStaleBy, rowsOf, showing } from './queries.ts'

const {
  account,
  customer,
  customerContract,
  device,
  deviceUser,
  distributor,
  gateway,
  gatewayPreset,
  message,
  project,
  projectPerson,
  repairOrder,
  session,
} = endpoints
const after =
  (write: Endpoint, input: object) =>
  (read: Endpoint, of: object = {}): boolean =>
    madeStaleBy(write, input)(queryOf(read, of))

describe('a write makes stale', () => {
  test('what shows the thing that it changed, and nothing else', () => {
    const isStale = after(customerContract.update, { id: 3 })
    expect(isStale(customerContract.page)).toBe(true)
    expect(isStale(customer.detail, { id: 7 })).toBe(true)
    expect(isStale(account.detail, { id: 7 })).toBe(false)
  })
  test('not what decides how the console looks, although it lies at a neighbouring address', () => {
    expect(after(account.update, { id: 3 })(session.info)).toBe(false)
    expect(after(session.confirmTwoStep, {})(session.info)).toBe(false)
    expect(after(session.confirmTwoStep, {})(session.twoStep)).toBe(true)
  })
  test('no query that is no call', () => {
    expect(madeStaleBy(project.update, { id: 3 })({ queryKey: ['file-url', 3], meta: undefined })).toBe(false)
  })
})

describe('after a deletion', () => {
  test('lists are read again, and what was read about the row is not', () => {
    const isStale = after(project.remove, { id: 5 })
    expect(isStale(project.page)).toBe(true)
    expect(isStale(project.detail, { id: 5 })).toBe(false)
    expect(isStale(projectPerson.page, { projectId: 5 })).toBe(false)
    expect(isStale(project.detail, { id: 6 })).toBe(true)
  })
  test('a list that is filtered by the row is a list', () => {
    const isStale = after(distributor.remove, { id: 5 })
    expect(isStale(distributor.page, { parentId: 5 })).toBe(true)
    expect(isStale(distributor.detail, { id: 5 })).toBe(false)
  })
  test('a row of another table with the same id is no part of it', () => {
    expect(after(projectPerson.remove, { id: 5 })(project.detail, { id: 5 })).toBe(true)
  })
  test('of an assignment, what was assigned is still there', () => {
    const isStale = after(deviceUser.remove, { deviceId: 4, accountId: 2 })
    expect(isStale(deviceUser.page, { deviceId: 4 })).toBe(true)
    expect(isStale(device.detail, { id: 4 })).toBe(true)
  })
})

test('what a deletion deletes are the rows of the list', () => {
  const lists = [
    [gateway.page, gateway.remove],
    [gatewayPreset.page, gatewayPreset.remove],
    [repairOrder.page, repairOrder.remove],
    [message.myPage, message.removeMany],
  ] as const
  for (const [list, del] of lists) expect(rowsOf(del)).toBe(rowsOf(list))
  expect(rowsOf(projectPerson.remove)).not.toBe(rowsOf(project.page))
})

test('a live event makes stale what shows its kind', () => {
  expect(showing(['gateway'])(queryOf(gateway.detail, { id: 1 }))).toBe(true)
  expect(showing(['gateway'])(queryOf(message.myPage, {}))).toBe(false)
})
