import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../../../migrations/0389-types-of-more-codes.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addRule } from '../notification/notification.fixture.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const ids = async (table: 'alarm_type' | 'fault_type', codes: string[]): Promise<number[]> => {
  const rows = await world.db.selectFrom(table).select('id').where('code', 'in', codes).orderBy('id').execute()
  expect(rows).toHaveLength(codes.length)
  return rows.map(({ id }) => id)
}
const fires = ['hydrant', 'electrical', 'extinguishing', 'co', 'medical', 'panic', 'untyped']

test('rules that list types of alarms or faults get the new ones of the same kind; others stay as they are', async () => {
  const listed = async (alarms: string[], faults: string[]) => {
    const id = await addRule(world.db, world.companies.north)
    const [alarm_type_ids, fault_type_ids] = [await ids('alarm_type', alarms), await ids('fault_type', faults)]
    await world.db.updateTable('notify_rule').set({ alarm_type_ids, fault_type_ids }).where('id', '=', id).execute()
    return id
  }
  const rules = [
    await listed(['smoke'], ['unknownCode']),
    await listed(['supervisory'], ['offline']),
    await addRule(world.db, world.companies.north),
  ]
  await up(world.db as never)
  await up(world.db as never)
  const after = await world.db
    .selectFrom('notify_rule')
    .select(['alarm_type_ids', 'fault_type_ids'])
    .where('id', 'in', rules)
    .orderBy('id')
    .execute()
  const newFaults = ['disabled', 'component', 'system', 'battery', 'power', 'bus', 'line', 'channel', 'backupChannel']
  expect(after).toEqual([
    {
      alarm_type_ids: await ids('alarm_type', ['smoke', ...fires]),
      fault_type_ids: await ids('fault_type', ['unknownCode', ...newFaults]),
    },
    {
      alarm_type_ids: await ids('alarm_type', ['supervisory', 'temperature', 'technical', 'burglary', 'tamper']),
      fault_type_ids: await ids('fault_type', ['offline']),
    },
    { alarm_type_ids: [], fault_type_ids: [] },
  ])
})
