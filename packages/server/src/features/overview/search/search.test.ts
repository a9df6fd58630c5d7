import { searchKinds, searchPath, type SearchKindName } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld, type WorldAccount, type WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { searchEverything } from './search.reads.ts'

let world: TestWorld
let own: OwnedRows
let foreign: OwnedRows

/** Gives every row of a company a name that contains the same word. */
const addHarbour = async ({ id, path }: WorldCompany): Promise<OwnedRows> => {
  const rows = await addOwnedRows(world.db, { id, path })
  for (const table of ['customer', 'account', 'project', 'device'] as const)
    await world.db
      .updateTable(table)
      .set({ name: `Harbour ${table}` })
      .where('id', '=', Number(rows[table]))
      .execute()
  await world.db.updateTable('account').set({ name: 'Harbour guest' }).where('id', '=', Number(rows.customerAccount)).execute()
  for (const company of [rows.agentOne, rows.agentTwo])
    await world.db.updateTable('company').set({ name: 'Harbour agent' }).where('id', '=', Number(company)).execute()
  return rows
}

beforeAll(async () => {
  world = await testWorld()
  own = await addHarbour(world.companies.north)
  foreign = await addHarbour(world.companies.south)
})
afterAll(() => world.stop())

const search = async (account: WorldAccount, keyword: string) => searchEverything(await world.ctxOf(account), { keyword })

/** The kind of search result in which rows of rows.ts are found. */
const found: Readonly<Partial<Record<SearchKindName, keyof OwnedRows>>> = {
  alarm: 'alarm',
  installOrder: 'installOrder',
  repairOrder: 'work_order',
  inspectOrder: 'inspectOrder',
  maintenanceOrder: 'maintenanceOrder',
  device: 'device',
  project: 'project',
  customer: 'customer',
  agentOne: 'agentOne',
  agentTwo: 'agentTwo',
  userAccount: 'account',
  customerAccount: 'customerAccount',
}

test('every kind is found within the caller’s scope, and nothing of a sibling’s', async () => {
  const hits = await search(world.accounts.northAdmin, 'harbour')
  expect(Object.fromEntries(hits.map(({ kind, id }) => [kind, id]))).toEqual(
    Object.fromEntries(Object.entries(found).map(([kind, entity]) => [kind, Number(own[entity])])),
  )
  expect(hits).toHaveLength(Object.keys(found).length)
  const theirs = await search(world.accounts.southAdmin, 'harbour')
  expect(theirs.find(({ kind }) => kind === 'device')?.id).toBe(Number(foreign.device))
  expect(await search(world.accounts.northAgentAdmin, 'harbour')).toEqual([])
})

test('companies and accounts are found by each list that the caller has', async () => {
  const kinds = async (keyword: string) =>
    (await search(world.accounts.siterAdmin, keyword)).map(({ kind, title }) => `${kind} ${title}`)
  expect(await kinds('North')).toEqual(
    expect.arrayContaining(['distributor North Distributor', 'agentOne North Agent', 'distributorAccount NorthAdmin']),
  )
  expect(await kinds('SiterEng')).toEqual(['companyAccount SiterEngineer'])
})

test('without the right to a list, nothing of its kind', async () => {
  expect(await search(world.accounts.northBare, 'harbour')).toEqual([])
  const kinds = (await search(world.accounts.northEngineer, 'harbour')).map(({ kind }) => kind)
  expect(kinds).toEqual(['alarm', 'repairOrder', 'device'])
})

test('a private person’s name is masked', async () => {
  const [user] = (await search(world.accounts.northAdmin, 'Harbour account')).filter(({ kind }) => kind === 'userAccount')
  expect(user?.note).toContain('H**')
  const person = { type: 'person', name: '王小明' } as const
  await world.db.updateTable('customer').set(person).where('id', '=', Number(own.customer)).execute()
  const customers = async (keyword: string) =>
    (await search(world.accounts.northAdmin, keyword)).filter(({ kind }) => kind === 'customer').map(({ title }) => title)
  expect(await customers('王小明')).toEqual(['王**'])
})

test('at most five of a kind, newest first; a wildcard of LIKE finds nothing', async () => {
  const device = await world.db.selectFrom('device').selectAll().where('id', '=', Number(own.device)).executeTakeFirstOrThrow()
  const { id: _id, ...row } = device
  const codes = Array.from({ length: 7 }, (_, i) => `PIER-${i}`)
  await world.db
    .insertInto('device')
    .values(codes.map((code) => ({ ...row, code }) as never))
    .execute()
  const devices = (await search(world.accounts.northAdmin, 'pier')).filter(({ kind }) => kind === 'device')
  expect(devices.map(({ title }) => title)).toEqual(codes.toReversed().slice(0, 5))
  expect(await search(world.accounts.northAdmin, '%')).toEqual([])
})

test('a hit leads to its page, or to its list searched for it', () => {
  expect(searchPath({ kind: 'alarm', id: 7, title: 'A-7' })).toBe('/alarm/alarmLogList/detail?id=7')
  expect(searchPath({ kind: 'device', id: 7, title: 'SD 7' })).toBe('/alarm/alarmLogList?keyword=SD%207')
  expect(Object.keys(searchKinds)).toHaveLength(17)
})
