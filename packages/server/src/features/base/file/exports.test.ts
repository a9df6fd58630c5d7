import { settingDefaults } from '@emberwatch/contract'
import { text as textOf, buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition, type ExportDefinitions } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { readWorkbook } from '../../../testing/workbook.ts'
import { cleanUp } from './clean-up.ts'
import { exportProgress, readFile } from './file.reads.ts'
import { runExport } from './run-export.ts'

let world: TestWorld
let north: Ctx
const log = pino({ level: 'silent' })

interface Row {
  id: number
  name: string
  type: string
  enabled: boolean
  createdAt: string
}

/** A list made for this test: customers by name. */
const customers: ExportDefinition = {
  columns: [
    { field: 'name', width: 40 },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'customerType', row['type']) },
    { field: 'enabled' },
    { field: 'createdAt' },
  ],
  page: (ctx, input) =>
    listPage<Row>(ctx.db, input, {
      rows: ctx.db.selectFrom('customer').where('customer.name', 'like', `${(input['keyword'] as string | undefined) ?? ''}%`),
      key: 'customer.id',
      sorts: { name: 'customer.name' },
      defaultSort: { by: 'name', order: 'asc' },
      read: async (ids) => {
        const rows = await ctx.db.selectFrom('customer').selectAll().where('id', 'in', ids).execute()
        return rows.map(({ id, name, type, enabled, created_at }) => ({ id, name, type, enabled, createdAt: created_at }))
      },
    }),
}
const deaf: ExportDefinition = { ...customers, page: (ctx) => customers.page(ctx, { pageSize: 1, pageNum: 1 }) }
/** The totals that exports determined before they started. */
const totals: number[] = []
const measured: ExportDefinition = {
  ...customers,
  page: async (ctx, input) => {
    const page = await customers.page(ctx, input)
    if (input['pageNum'] === 1) totals.push(page.total)
    return page
  },
}
const definitions: ExportDefinitions = { customer: customers, deaf, measured }

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const addCustomers = async (names: readonly string[], company = world.companies.north): Promise<void> => {
  for (let i = 0; i < names.length; i += 5_000) {
    const rows = names
      .slice(i, i + 5_000)
      .map((name) => ({ company_id: company.id, path: company.path, name, created_at: '2026-11-20T08:00:00.000Z' }))
    await world.db.insertInto('customer').values(rows).execute()
  }
}
const order = async (
  ctx: Ctx,
  format: 'csv' | 'xlsx',
  filters: Record<string, unknown> = {},
  list: Parameters<typeof startExport>[1] = 'customer',
): Promise<number> => {
  const { exportId } = await startExport(ctx, list, { format, pageNum: 3, ...filters })
  expect(world.queued.at(-1)).toEqual({ name: 'export', payload: { exportId } })
  await runExport(world.systemCtx, definitions, log, exportId)
  return exportId
}
const fileOf = async (ctx: Ctx, exportId: number) => {
  const { state, fileId } = await exportProgress(ctx, { id: exportId })
  expect(state).toBe('done')
  return readFile(ctx, { id: fileId ?? '' })
}

test('a csv holds the filtered rows of the caller’s scope, in the caller’s language and zone', async () => {
  await addCustomers(['csv Harbour Hotel', 'csv 中心医院'])
  await addCustomers(['csv South only'], world.companies.south)
  const zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
  const id = await order(zh, 'csv', { keyword: 'csv ' })
  const reply = await fileOf(zh, id)
  expect(reply).toMatchObject({ mime: 'text/csv; charset=utf-8', inline: false, public: false })
  expect(reply.name).toMatch(/^customer-\d{8}T\d{6}\.csv$/)
  const content = await textOf(reply.stream)
  expect(content.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    '名称,类型,状态,创建时间',
    'csv Harbour Hotel,企业,是,2026-11-20 16:00:00',
    'csv 中心医院,企业,是,2026-11-20 16:00:00',
  ])
  expect(await exportProgress(zh, { id })).toMatchObject({ done: 2, total: 2, fileName: reply.name })
  const event = await world.db.selectFrom('live_event').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(event).toMatchObject({ kind: 'export', change: 'done', object_id: String(id), account_id: world.accounts.northAdmin.id })
  const audits = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'export')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(audits.map((audit) => audit.action)).toEqual(['customer.export', 'export.finish'])
})

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1', '=HYPERLINK("http://x")']

test('no cell of a csv looks like a formula', async () => {
  await addCustomers(formulas)
  const content = await textOf((await fileOf(north, await order(north, 'csv'))).stream)
  for (const formula of formulas) {
    const quoted = formula.replaceAll('"', '""')
    expect(content).toContain(`'${quoted}`)
    expect(content).not.toContain(`\n${quoted}`)
    expect(content).not.toContain(`\n"${quoted}`)
  }
})

test('a formula in an xlsx is a text', async () => {
  const bytes = await buffer((await fileOf(north, await order(north, 'xlsx', { keyword: '=' }))).stream)
  const { rows, hasFormula } = await readWorkbook(bytes)
  expect(rows[0]).toEqual(['Name', 'Type', 'State', 'Created'])
  expect(rows.slice(1).map((row) => row[0])).toEqual(['=1+1', '=HYPERLINK("http://x")'])
  expect(hasFormula).toBe(false)
})

test('more rows than a list counts are all exported, each once', async () => {
  const names = Array.from({ length: 12_345 }, (_, i) => `many ${String(i).padStart(5, '0')}`)
  await addCustomers(names.toReversed())
  const id = await order(north, 'csv', { keyword: 'many ' }, 'measured' as never)
  const lines = (await textOf((await fileOf(north, id)).stream)).trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(names.length)
  expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(names))
  expect(await exportProgress(north, { id })).toMatchObject({ done: names.length, total: names.length })
  // Otherwise the progress would show 100 % from the cap on.
  expect(totals).toEqual([names.length])
})

test('an export runs with its account’s rights at that time, and only that account can read it', async () => {
  const { exportId } = await startExport(north, 'customer', { format: 'csv' })
  await world.db.updateTable('account').set({ enabled: false }).where('id', '=', world.accounts.northAdmin.id).execute()
  await runExport(world.systemCtx, definitions, log, exportId)
  await world.db.updateTable('account').set({ enabled: true }).where('id', '=', world.accounts.northAdmin.id).execute()
  expect(await exportProgress(north, { id: exportId })).toMatchObject({ state: 'failed', fileId: null })

  const id = await order(north, 'csv', { keyword: 'csv ' })
  const { fileId } = await exportProgress(north, { id })
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  await expect(exportProgress(siter, { id })).rejects.toThrow('notFound')
  await expect(readFile(siter, { id: fileId ?? '' })).rejects.toThrow('notFound')
})

test('an export whose account may no longer make it is not written, whatever else the account may do by then', async () => {
  const ordered = { ...north, call: { access: 'customer:export' } } as const
  const { exportId } = await startExport(ordered, 'customer', { format: 'csv' })
  const { id } = world.accounts.northAdmin
  const held = await world.db.selectFrom('account_role').selectAll().where('account_id', '=', id).execute()
  await world.db.deleteFrom('account_role').where('account_id', '=', id).execute()
  await world.db.insertInto('account_role').values({ account_id: id, role_id: world.accounts.northEngineer.roleId }).execute()
  await runExport(world.systemCtx, definitions, log, exportId)
  await world.db.deleteFrom('account_role').where('account_id', '=', id).execute()
  await world.db.insertInto('account_role').values(held).execute()
  expect(await exportProgress(north, { id: exportId })).toMatchObject({ state: 'failed', fileId: null })
  const { exportId: next } = await startExport(ordered, 'customer', { format: 'csv' })
  await runExport(world.systemCtx, definitions, log, next)
  expect(await exportProgress(north, { id: next })).toMatchObject({ state: 'done' })
})

test('a finished export can be read for as long as it could be ordered again, and no wider scope stays readable', async () => {
  const ordered = { ...north, call: { access: 'customer:export' } } as const
  const { exportId } = await startExport(ordered, 'customer', { format: 'csv' })
  await runExport(world.systemCtx, definitions, log, exportId)
  const { fileId } = await exportProgress(north, { id: exportId })
  const read = (ctx: Ctx) => readFile(ctx, { id: fileId ?? '' })
  const operations = new Set(north.actor.operations)
  operations.delete('customer:export')
  await expect(read({ ...north, actor: { ...north.actor, operations } })).rejects.toThrow('notFound')
  const { scope } = north
  if (scope.kind !== 'company') throw new Error('staff')
  await expect(read({ ...north, scope: { ...scope, only: 'projects' } })).rejects.toThrow('notFound')
  await expect(read({ ...north, scope: { ...scope, ownPath: north.actor.companyPath } })).rejects.toThrow('notFound')
  expect((await read(north)).name).toMatch(/^customer-/)
})

test('a finished export is not written again; one that fails says so', async () => {
  const id = await order(north, 'csv', { keyword: 'csv ' })
  const { fileId } = await exportProgress(north, { id })
  await runExport(world.systemCtx, definitions, log, id)
  expect((await exportProgress(north, { id })).fileId).toBe(fileId)
  const failed = await order(north, 'csv', {}, 'deaf' as never)
  expect(await exportProgress(north, { id: failed })).toMatchObject({ state: 'failed' })
  const row = await world.db.selectFrom('export_job').select('error').where('id', '=', failed).executeTakeFirstOrThrow()
  expect(row.error).toContain('ignores the key to continue')
})

test('an account may have at most five exports running', async () => {
  const south = await world.ctxOf(world.accounts.southAdmin)
  for (let i = 0; i < 5; i++) await startExport(south, 'customer', {})
  await expect(startExport(south, 'customer', {})).rejects.toThrow('tooManyRequests')
})

test('an export is deleted after a week, along with its bytes', async () => {
  const id = await order(north, 'csv', { keyword: 'csv ' })
  const { fileId } = await exportProgress(north, { id })
  world.clock.forward(6 * 86_400_000)
  await cleanUp(world.systemCtx)
  const reply = await readFile(north, { id: fileId ?? '' })
  reply.stream.destroy()
  world.clock.forward(2 * 86_400_000)
  await cleanUp(world.systemCtx)
  await expect(readFile(north, { id: fileId ?? '' })).rejects.toThrow('notFound')
  await expect(north.files.head(fileId ?? '', 1)).rejects.toThrow('ENOENT')
  const { n } = await world.db
    .selectFrom('live_event')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(0)
})

test('the settings say how many days an export is kept', async () => {
  const { settings } = world.systemCtx.config
  Object.assign(settings, { exportDays: 2 })
  const id = await order(north, 'csv', { keyword: 'csv ' })
  const { fileId } = await exportProgress(north, { id })
  world.clock.forward(3 * 86_400_000)
  await cleanUp(world.systemCtx)
  await expect(readFile(north, { id: fileId ?? '' })).rejects.toThrow('notFound')
  Object.assign(settings, { exportDays: settingDefaults.exportDays })
})

test('an export that crashes its process is given up and says so, and the account may order others', async () => {
  const { exportId: id } = await startExport(north, 'customer', { format: 'csv', keyword: 'csv ' })
  // Each crash leaves it running.
  await world.db.updateTable('export_job').set({ state: 'running', attempts: 3 }).where('id', '=', id).execute()
  await runExport(world.systemCtx, definitions, log, id)
  expect(await exportProgress(north, { id })).toMatchObject({ state: 'failed' })
})

test('an export stops when its process ends, starts over in the next one, and this does not count as an attempt', async () => {
  const { exportId: id } = await startExport(north, 'customer', { format: 'csv', keyword: 'csv ' })
  const stopping = AbortSignal.abort()
  for (let end = 0; end < 5; end++) await runExport(world.systemCtx, definitions, log, id, stopping)
  expect(world.queued.at(-1)).toEqual({ name: 'export', payload: { exportId: id } })
  expect(await exportProgress(north, { id })).toMatchObject({ state: 'waiting', fileId: null })
  await runExport(world.systemCtx, definitions, log, id)
  expect(await exportProgress(north, { id })).toMatchObject({ state: 'done' })
})
