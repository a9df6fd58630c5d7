import { expect, test } from 'vitest'
import { tableProblems, tablesWritten } from './check-tables.ts'

test.each([
  [`db.insertInto('alarm').values(row)`, 'alarm'],
  [`tx\n  .updateTable('alarm as a')`, 'alarm'],
  [`db.deleteFrom("alarm")`, 'alarm'],
  [`.with('stored', (db) => db.insertInto('alarm'))`, 'alarm'],
  [`db.mergeInto('alarm')`, 'alarm'],
  ['sql`insert into alarm (id) values (1)`', 'alarm'],
  ['text: `INSERT INTO "alarm" as a (id)`', 'alarm'],
  ['sql`with earlier as (update alarm j set at = 1 from x) select 1`', 'alarm'],
  ['sql`update only alarm\n set at = 1`', 'alarm'],
  ['sql`update public.alarm as a set at = 1`', 'alarm'],
  [`client.query('delete from alarm where id = 1')`, 'alarm'],
  ['sql`merge into alarm using x on true`', 'alarm'],
  ['sql`truncate table alarm`', 'alarm'],
  ['copyFrom(`copy alarm (${columns}) from stdin`)', 'alarm'],
  [`import { lockRow, updateRow } from '../../platform/rows.ts'\nupdateRow(write, 'alarm', row, changes)`, 'alarm'],
  [`import {\n  anyHelper,\n} from '../../platform/new.ts'\nanyHelper(\n  write.systemDb,\n  'alarm',\n)`, 'alarm'],
  ['sql`insert into ${table} values (1)`', undefined],
  ['sql`update ${sql.table(name)} t set a = 1`', undefined],
  ['db.deleteFrom(table)', undefined],
])('%j writes %s', (text, table) => {
  expect(tablesWritten(text)).toEqual([table])
})

test.each([
  `db.selectFrom('alarm').forUpdate()`,
  'sql`select from alarm for update of alarm`',
  'sql`insert_into_alarm()`',
  `// insert into alarm happens elsewhere`,
  `/* db.insertInto('alarm') */`,
  'create trigger t before truncate on alarm',
  `import { lockRow } from '../../platform/rows.ts'\nlockRow(write, 'alarm', input)`,
  `import { raise } from '../alarm/raise.ts'\nraise(client, 'alarm', ids)`,
])('%j writes nothing', (text) => {
  expect(tablesWritten(text)).toEqual([])
})

const at = (file: string, text: string): Map<string, string> =>
  new Map([
    ['packages/server/src/features/alarms/alarm/alarm.store.ts', `db.insertInto('alarm')`],
    [`packages/server/src/${file}`, text],
  ])
const owners = { alarm: 'alarm' }

test.each([
  ['features/ingest/ingest/write-alarms.ts', 'sql`update alarm a set state = 1`', 'which is alarm'],
  ['features/ingest/ingest/write-alarms.ts', 'sql`update ${table} set state = 1`', 'not in plain sight'],
  ['features/ingest/ingest/write-alarms.ts', 'sql`insert into stray (id) values (1)`', 'nobody owns'],
  ['platform/jobs.ts', `db.deleteFrom('alarm')`, 'which is alarm'],
  ['app.ts', `db.updateTable('alarm')`, 'which is alarm'],
])('%s may not have %j', (file, text, reason) => {
  expect(tableProblems(at(file, text), owners, [])).toEqual([expect.stringMatching(new RegExp(`${file}.*${reason}`))])
})

test.each([
  ['features/alarms/alarm/alarm.batch.ts', 'sql`update alarm a set state = 1`'],
  ['features/ingest/ingest/ingest.test.ts', `db.insertInto('alarm')`],
  ['features/orders/order/order.fixture.ts', `db.insertInto('alarm')`],
  ['testing/rows.ts', 'db.insertInto(table)'],
  ['platform/rows/rows.ts', 'db.insertInto(table)'],
])('%s may have %j', (file, text) => {
  expect(tableProblems(at(file, text), owners, [])).toEqual([])
})

test('an exception allows a file to write a table, and is reported when nothing needs it', () => {
  const allowed = [{ file: 'features/ingest/ingest/write.ts', table: 'alarm' }]
  expect(tableProblems(at('features/ingest/ingest/write.ts', `db.updateTable('alarm')`), owners, allowed)).toEqual([])
  expect(tableProblems(at('features/ingest/ingest/write.ts', ''), owners, allowed)).toEqual([expect.stringContaining('strike')])
})

test('the owner of a table is a feature that exists', () => {
  expect(tableProblems(at('app.ts', ''), { alarm: 'alarm', ghost: 'nowhere' }, [])).toEqual([expect.stringContaining('ghost')])
})
