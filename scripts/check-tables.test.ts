import { expect, test } from 'vitest'
import { readProblems, tableColumns, tableProblems, tablesWritten } from './check-tables.ts'
import { readsOf } from './table-reads.ts'

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
  ['features/ingest/ingest/write-reports.ts', 'sql`update alarm a set state = 1`', 'which is alarm'],
  ['features/ingest/ingest/write-reports.ts', 'sql`update ${table} set state = 1`', 'not in plain sight'],
  ['features/ingest/ingest/write-reports.ts', 'sql`insert into stray (id) values (1)`', 'nobody owns'],
  ['platform/jobs.ts', `db.deleteFrom('alarm')`, 'which is alarm'],
  ['app.ts', `db.updateTable('alarm')`, 'which is alarm'],
])('%s may not have %j', (file, text, reason) => {
  expect(tableProblems(at(file, text), owners, [])).toEqual([expect.stringMatching(new RegExp(`${file}.*${reason}`))])
})

test.each([
  ['features/alarms/alarm/lifecycle/raise.batch.ts', 'sql`update alarm a set state = 1`'],
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

const columns = {
  alarm: new Set(['id', 'project_id', 'state', 'note', 'closed_by']),
  project: new Set(['id', 'name', 'note']),
}

test.each([
  ["db.selectFrom('alarm').select('note')", 'alarm.note'],
  ["db.selectFrom('alarm as a').select('a.note as text')", 'alarm.note'],
  ["db.selectFrom(['project as p', 'alarm as a']).select('a.note')", 'alarm.note'],
  ["db.selectFrom('project').innerJoin('alarm', 'alarm.project_id', 'project.id')", 'alarm.project_id project.id'],
  ["ofCompany(db).leftJoin('alarm as a', 'a.project_id', 'p')", 'alarm.project_id'],
  ["db.selectFrom('project').leftJoin('alarm', (join) => join.onRef('alarm.project_id', '=', 'p'))", 'alarm.project_id'],
  ["db.selectFrom('alarm').where('note', 'is', null)", 'alarm.note'],
  ["db.selectFrom('alarm').where((e) => e.or([e('note', '=', 'state')]))", 'alarm.note'],
  ["db.selectFrom('alarm').select((e) => e.fn.max('note').as('state'))", 'alarm.note'],
  ["db.selectFrom('alarm').orderBy('note', 'desc')", 'alarm.note'],
  ["db.selectFrom('alarm').select(sql`note`)", 'alarm.note'],
  ["const list = () => {\n  let rows = db.selectFrom('alarm')\n  rows = rows.select(['note'])\n}", 'alarm.note'],
  ["db.selectFrom('alarm').selectAll()", 'alarm.*'],
  ["db.selectFrom('project').innerJoin('alarm as a', on).selectAll('a')", 'alarm.*'],
  ["fields('alarm', ['id', 'closedBy'])", 'alarm.id alarm.closed_by'],
  ["sql.ref('alarm.note')", 'alarm.note'],
  ['sql`select note from alarm`', 'alarm.note'],
  ['sql<{ note: string }>`select a.note from alarm as a`', 'alarm.note'],
  ['sql`select "a"."note" from public.alarm a`', 'alarm.note'],
  ['sql`exists (select from project p, alarm a where a.note = $1)`', 'alarm.note'],
  ['sql`select from project where exists (select from alarm where closed_by is null)`', 'alarm.closed_by'],
  ['sql`select from project join lateral (select note from alarm) as one on true`', 'alarm.note'],
  ['sql`update project set name = 1 from alarm a where a.note = $1`', 'project.name alarm.note'],
  ['sql`select from alarm a where ${only ? sql`a.note = 1` : sql`true`}`', 'alarm.note'],
  ["client.query('select note from alarm')", 'alarm.note'],
  ['const text = `select a.note from alarm a where id = any(${ids})`', 'alarm.note alarm.id'],
  ['sql`select * from alarm`', 'alarm.*'],
  ['sql`with old as (select a.* from alarm a) select 1`', 'alarm.*'],
  ['sql`select to_jsonb(a) from alarm a`', 'alarm.*'],
])('%j reads %s', (text, read) => {
  const found = readsOf(text, columns)
  expect(new Set(found.columns.map(({ tables, column }) => `${tables.join()}.${column}`))).toEqual(new Set(read.split(' ')))
  expect([...found.tables]).toContain('alarm')
  expect(found.maybe).toBeUndefined()
})

test.each([
  "db.selectFrom('alarm').where('alarm.state', '=', 'note')",
  "// db.selectFrom('alarm').select('note')",
  "const text = 'from alarm'",
  "sql`select count(*) as note from alarm where alarm.state = 'note'`",
  'sql`select project.note from project join alarm on alarm.state = 1`',
  "db.selectFrom('project').select('note')\n\ndb.selectFrom('alarm').select('state')",
  'sql`select * from unnest(a) join alarm on alarm.state = 1`',
])('%j does not read the note of an alarm', (text) => {
  const found = readsOf(text, columns).columns.filter(({ tables }) => tables.includes('alarm'))
  expect(found.filter(({ column }) => column !== 'state')).toEqual([])
})

const facts = {
  alarm: { owner: 'alarm', scope: { path: 'path', project: 'project_id' }, published: 'state' },
  alarm_open: { owner: 'alarm', scope: 'system' },
  project: { owner: 'project', scope: 'everyone', published: '' },
} as const
const home = 'features/overview/home/home.reads.ts'
const readIn = (file: string, text: string): string[] =>
  readProblems(
    new Map([
      ['packages/server/src/features/orders/order/order.reads.ts', 'sql`select state from alarm join project on true`'],
      [`packages/server/src/${file}`, text],
    ]),
    facts,
    { ...columns, alarm_open: new Set(['point']) },
    [{ file: 'features/system/hand-over/move.ts', table: 'alarm' }],
  )

test.each([
  [home, "db.selectFrom('alarm').select('note')", 'alarm.note, which alarm does not publish'],
  [home, 'sql`select a.note from alarm a`', 'alarm.note, which alarm does not publish'],
  [home, "db.selectFrom('alarm').selectAll()", 'all columns of alarm'],
  [
    'features/alarms/alarm/alarm.reads.ts',
    "db.selectFrom('alarm').innerJoin('project', on).selectAll()",
    'all columns of project',
  ],
  [home, 'sql`select from alarm_open`', 'alarm_open, of which alarm publishes nothing'],
  [home, "const kind = 'alarm_open'\nsql`select from ${sql.table(kind)}`", 'alarm_open, of which'],
  [home, 'sql`select from ${sql.table(kind)}`', 'not in plain sight'],
  [home, 'db.selectFrom(table)', 'not in plain sight'],
  ['platform/jobs.ts', 'sql`select note from alarm`', 'alarm.note'],
  ['app.ts', 'sql`select note from alarm`', 'alarm.note'],
])('%s may not read %j', (file, text, reason) => {
  expect(readIn(file, text)).toEqual([expect.stringMatching(new RegExp(`${file}.*${reason}`))])
})

test.each([
  [home, "db.selectFrom('alarm').select(['id', 'state', 'project_id', 'company_id', 'deleted_at'])"],
  ['features/alarms/alarm/lifecycle/raise.batch.ts', 'sql`select * from alarm join alarm_open on true`'],
  ['features/overview/home/home.fixture.ts', 'sql`select * from alarm`'],
  ['features/system/hand-over/move.ts', 'sql`update alarm set note = note`'],
  ['platform/rows/rows.ts', 'db.selectFrom(table)'],
])('%s may read %j', (file, text) => {
  expect(readIn(file, text)).toEqual([])
})

test('what nobody else reads is not published', () => {
  expect(readProblems(new Map(), facts, columns, [])).toEqual([
    expect.stringMatching('reads alarm:'),
    expect.stringMatching('reads alarm.state:'),
    expect.stringMatching('reads project:'),
  ])
})

test('the columns of a table are those of its interface and of what that extends', () => {
  const sources = new Map([
    ['packages/server/src/tables/columns.ts', 'export interface Tracked {\n  version: Defaulted<number>\n}'],
    [
      'packages/server/src/tables/a.tables.ts',
      "interface ARow extends Tracked {\n  kind: 'x' | 'y'\n}\nexport interface ATables {\n  a: ARow\n}",
    ],
    ['packages/server/src/tables/index.ts', 'export interface Tables\n  extends\n    ATables {}'],
  ])
  expect(tableColumns(sources)).toEqual({ a: new Set(['version', 'kind']) })
})
