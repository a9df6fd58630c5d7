import type { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { tableFacts } from '../../../tables/facts.ts'
import type { TableName } from '../../../tables/index.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, entities, type OwnedRows } from '../../../testing/rows.ts'
import { removeProject } from './project.verbs.ts'

/** Rows of a project that do not prevent its deletion, and why. All others do (`dependantsOf` in project.verbs.ts). */
const leftBehind: Readonly<Partial<Record<TableName, string>>> = {
  project_person: 'is shown only with its project',
  project_document: 'is shown only with its project',
  project_notifier: 'is shown only with its project',
  project_test: 'is shown only with its project',
  floor_plan: 'is shown only with its project',
  project_join: 'ends with its project',
  kiosk_link: 'runs out, or is revoked by people',
  fault: 'is of a gateway or device, which is counted',
  linked_rule: 'commands devices, which are counted',
  sent_command: 'is of a device, which is counted',
  upgrade_device: 'is of a gateway or device, which is counted',
  unknown_report: 'is of a gateway, which is counted',
  user_feedback: 'is answered by people, whatever becomes of the project',
  message_record: 'was sent, and stays',
}

/** Tables whose rows belong to a project and are named by calls. */
const tables = entities.filter((table) => {
  const { scope } = tableFacts[table]
  if (typeof scope !== 'object') return false
  return 'through' in scope ? scope.through[0] === 'project_id' : 'project' in scope && scope.project === 'project_id'
})

let world: TestWorld
let north: Ctx
let rows: OwnedRows

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  rows = await addOwnedRows(world.db, world.companies.north)
})
afterAll(() => world.stop())

/** A project in which there is nothing but a row of this table. */
const projectWith = async (table: TableName): Promise<number> => {
  const {
    id: _id,
    code,
    ...like
  } = await world.db.selectFrom('project').selectAll().where('id', '=', Number(rows.project)).executeTakeFirstOrThrow()
  const values = { ...like, code: `${code}-${table}`, building: JSON.stringify(like.building), quiet_hours: null }
  const { id } = await world.db.insertInto('project').values(values).returning('id').executeTakeFirstOrThrow()
  const moved = await world.db
    .updateTable(table as 'sign_site')
    .set({ project_id: id })
    .where('id', '=', Number(rows[table]))
    .executeTakeFirst()
  expect(moved.numUpdatedRows, `addOwnedRows has no ${table}`).toBe(1n)
  return id
}

test.each(tables)('%s prevents the deletion of its project, or is left behind for a reason', async (table) => {
  const removing = removeProject(north, { id: await projectWith(table) })
  const found = await removing.then(
    () => 'deleted',
    ({ reason }: DomainError) => reason,
  )
  if (table in leftBehind) expect(found, `${table} is counted: strike the reason`).toBe('deleted')
  else expect(found, `${table} is of a project: count it (project.verbs.ts), or say why it is left behind`).toBe('inUse')
})
