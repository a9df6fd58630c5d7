import { sql } from 'kysely'
import { buffer, text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { readWorkbook, writeWorkbook } from '../../../testing/workbook.ts'
import { cleanUp, removeUnused } from '../../base/file/clean-up.ts'
import { ownTasks, readFile } from '../../base/file/file.reads.ts'
import { runImport } from '../../base/file/run-import.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { verifyPassword } from '../../base/access/password.ts'
import { accountImport } from './import-accounts.ts'

let world: TestWorld
let north: Ctx
const log = pino({ level: 'silent' })

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  const role = (
    company: { id: number; path: string },
    name: string,
    type: 'distributor' | 'agent_one' | 'customer',
    level: number,
  ) =>
    world.db
      .insertInto('role')
      .values({ company_id: company.id, path: company.path, name, type, level })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { north: own, northAgent, south } = world.companies
  await role(own, 'Clerk', 'distributor', 5)
  await role(own, 'Chief', 'distributor', 1)
  await role(own, 'Keyholder', 'customer', 5)
  await role(own, 'Agent', 'agent_one', 6)
  await role(northAgent, 'Agent', 'agent_one', 5)
  const { id } = await role(own, 'Powerful', 'distributor', 7)
  // A right that the importing account itself lacks.
  const beyond = await world.db
    .selectFrom('menu')
    .select('code')
    .where('operation_code', 'is not', null)
    .where(sql<boolean>`not ('distributor' = any(account_types))`)
    .executeTakeFirstOrThrow()
  await world.db.insertInto('role_menu').values({ role_id: id, menu_code: beyond.code }).execute()
  await role(south, 'Southern', 'distributor', 5)
})
afterAll(() => world.stop())

const header = 'Account,Name,Phone,Roles'
const order = async (content: Buffer | string, ctx = north, dryRun = false): Promise<number> => {
  const fileId = await upload(ctx, { purpose: 'import' }, uploadOf(content, 'accounts.csv'))
  return (await startImport(ctx, accountImport, { fileId, dryRun })).importId
}
const imported = async (content: Buffer | string, ctx = north, dryRun = false) => {
  const id = await order(content, ctx, dryRun)
  await runImport(
    ctx === north ? world.systemCtx : { ...world.systemCtx, config: ctx.config },
    { account: accountImport },
    log,
    id,
  )
  return importResult(ctx, accountImport, { id })
}
const accountsCalled = (prefix: string) =>
  world.db.selectFrom('account').selectAll().where('account', 'like', `${prefix}%`).orderBy('account').execute()

test('accounts get their type, company and roles by the same rules as a single one', async () => {
  const csv = [
    `${header},Company,Customer`,
    'impclerk1,Clerk 1,13800000001,Clerk,,',
    'impagent1,Agent 1,13800000002,Agent,NORTH-A,',
    'impcust01,Customer 1,13800000003,Keyholder,,North Customer',
    'impcust02,Customer 2,13800000003,Keyholder,North Agent,North Customer',
    'IMPCLERK1,Again,13800000001,Clerk,,',
    'northadmin,Taken,13800000001,Clerk,,',
    'impchief1,Chief 1,13800000001,Chief,,',
    'imppower1,Power 1,13800000001,"Clerk,Powerful",,',
    'impsouth1,South 1,13800000001,Southern,,',
    'impnone01,None 1,13800000001,,,',
    'bad name,Bad,13800000001,Clerk,,',
  ].join('\n')
  const result = await imported(csv)
  expect(result).toMatchObject({ state: 'done', total: 11, succeeded: 3, failed: 8 })
  expect(result.problems).toMatchObject([
    { row: 5, field: 'customerId', msg: 'Customer: “North Customer” was not found' },
    { row: 5, field: 'roleIds', msg: 'Roles: “Keyholder” was not found' },
    { row: 6, field: 'account', msg: 'Account: IMPCLERK1 is already in row 2' },
    { row: 7, field: 'account', msg: 'Account: northadmin is already in use. Please choose another.' },
    { row: 8, field: 'roleIds', msg: expect.stringContaining('Roles: You can only manage roles and accounts of a lower level') },
    {
      row: 9,
      field: 'roleIds',
      msg: expect.stringContaining('Roles: You cannot grant or remove permissions that you do not have'),
    },
    { row: 10, field: 'roleIds', msg: 'Roles: “Southern” was not found' },
    { row: 11, field: 'roleIds', msg: 'Roles: required' },
    { row: 12, field: 'account', msg: expect.stringContaining('Account: use 6 to 20') },
  ])
  const rows = await accountsCalled('imp')
  const { north: own, northAgent } = world.companies
  expect(rows.map(({ account, type, company_id, customer_id }) => [account, type, company_id, customer_id])).toEqual([
    ['impagent1', 'agent_one', northAgent.id, null],
    ['impclerk1', 'distributor', own.id, null],
    ['impcust01', 'customer', own.id, world.customers.north],
  ])
  const held = await world.db
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .select(['role.name', 'role.company_id'])
    .where('account_id', '=', rows[0]?.id ?? 0)
    .execute()
  expect(held).toEqual([{ name: 'Agent', company_id: northAgent.id }])
  const audits = await world.db.selectFrom('audit_log').select('object_name').where('action', '=', 'account.create').execute()
  expect(audits.map((audit) => audit.object_name).sort()).toEqual(['Agent 1', 'Clerk 1', 'Customer 1'])
})

test('each gets a one-time password, which only the importer gets, in a file', async () => {
  const rows = [
    header.split(','),
    ['oncepass1', 'Once 1', 13_800_000_001, 'Clerk'],
    ['oncepass2', 'Once 2', '1', 'Clerk'],
    ['oncepass3', 'Once 3', '13800000001', 'Clerk'],
  ]
  const result = await imported(await writeWorkbook(rows))
  expect(result).toMatchObject({ succeeded: 2, failed: 1 })
  const file = await readFile(north, { id: result.passwordFileId ?? '' })
  expect(file.name).toBe('account-one-time passwords.xlsx')
  const sheet = await readWorkbook(await buffer(file.stream))
  expect(sheet.rows.map((row) => row.slice(0, 2))).toEqual([
    ['Row', 'Account'],
    ['2', 'oncepass1'],
    ['4', 'oncepass3'],
  ])
  const passwords = sheet.rows.slice(1).map((row) => String(row[2]))
  expect(new Set(passwords).size).toBe(2)
  const stored = await accountsCalled('oncepass')
  for (const [i, password] of passwords.entries()) {
    expect(password).toMatch(/^[\w-]{12}$/)
    expect(await verifyPassword(password, stored[i]?.password_hash ?? null)).toBe(true)
    expect(stored[i]?.must_change_password).toBe(true)
    for (const table of ['audit_log', 'import_job', 'import_failure', 'live_event', 'account'] as const)
      expect(JSON.stringify(await world.db.selectFrom(table).selectAll().execute())).not.toContain(password)
  }
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  await expect(readFile(siter, { id: result.passwordFileId ?? '' })).rejects.toThrow('notFound')
  // Nor the importer, once they may not import any more, or in a session that a portal's key opened.
  const operations = new Set([...north.actor.operations].filter((code) => code !== 'account:import'))
  const issuer = { accountId: world.accounts.siterAdmin.id, name: 'Portal', byKey: true } as const
  for (const actor of [
    { ...north.actor, operations },
    { ...north.actor, issuer },
  ])
    await expect(readFile({ ...north, actor }, { id: result.passwordFileId ?? '' })).rejects.toThrow('notFound')

  world.clock.forward(86_400_000 + 1)
  await cleanUp(world.systemCtx)
  await expect(readFile(north, { id: result.passwordFileId ?? '' })).rejects.toThrow('notFound')
  expect(await importResult(north, accountImport, { id: result.importId })).toMatchObject({ passwordFileId: null, succeeded: 2 })
  await readFile(north, { id: result.failedFileId ?? '' }).then((reply) => reply.stream.destroy())
  world.clock.forward(7 * 86_400_000)
  await cleanUp(world.systemCtx)
  await removeUnused(world.systemCtx)
  await expect(importResult(north, accountImport, { id: result.importId })).rejects.toThrow('notFound')
  expect(await world.db.selectFrom('file').select('id').where('purpose', 'in', ['import', 'export']).execute()).toEqual([])
})

test('an interrupted import returns the passwords and failed rows so far', async () => {
  const rows = Array.from(
    { length: 120 },
    (_, i) => `stopped${String(i).padStart(3, '0')},Stopped ${i},${i === 7 ? '1' : '13800000001'},Clerk`,
  )
  const id = await order([header, ...rows].join('\n'))
  const { northAdmin } = world.accounts
  const enable = (enabled: boolean) => world.db.updateTable('account').set({ enabled }).where('id', '=', northAdmin.id).execute()
  let created = 0
  const stopping: typeof accountImport = {
    ...accountImport,
    create: async (...row) => {
      if (++created === 60) await enable(false)
      return accountImport.create(...row)
    },
  }
  await runImport(world.systemCtx, { account: stopping as never }, log, id)
  await enable(true)
  const result = await importResult(north, accountImport, { id })
  expect(result).toMatchObject({
    state: 'failed',
    done: 100,
    succeeded: 99,
    failed: 1,
    msg: 'the account is no longer allowed to import',
  })
  const passwords = await textOf((await readFile(north, { id: result.passwordFileId ?? '' })).stream)
  const lines = passwords.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(99)
  const stored = await accountsCalled('stopped')
  expect(lines.map((line) => line.split(',')[1])).toEqual(stored.map(({ account }) => account))
  expect(await verifyPassword(lines.at(-1)?.split(',')[2] ?? '', stored.at(-1)?.password_hash ?? null)).toBe(true)
  expect(await textOf((await readFile(north, { id: result.failedFileId ?? '' })).stream)).toContain('stopped007')
  const { imports } = await ownTasks(north)
  expect(imports[0]).toMatchObject({ id, state: 'failed', fileName: 'accounts.csv', passwordFileId: result.passwordFileId })
  const other = await world.ctxOf(world.accounts.siterAdmin)
  expect((await ownTasks(other)).imports).toEqual([])
  expect(
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'result', 'changes'])
      .where('object_kind', '=', 'import')
      .where('object_id', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  ).toMatchObject({ action: 'account.import.finish', result: 'failed', changes: { succeeded: [null, 99], failed: [null, 1] } })
})

test('with a default password there is no file of passwords', async () => {
  const ctx = { ...north, config: { ...north.config, defaultAccountPassword: 'default-of-this-test' } }
  const result = await imported(`${header}\ndefault1,Default 1,13800000001,Clerk`, ctx)
  expect(result).toMatchObject({ succeeded: 1, passwordFileId: null })
  const [row] = await accountsCalled('default1')
  expect(await verifyPassword('default-of-this-test', row?.password_hash ?? null)).toBe(true)
})

test('a dry run checks quotas and duplicates across batches, and writes nothing', async () => {
  const used = (
    await world.db
      .selectFrom('account')
      .select('id')
      .where('path', 'like', `${world.companies.north.path}%`)
      .where('deleted_at', 'is', null)
      .execute()
  ).length
  await world.db
    .updateTable('company')
    .set({ quotas: JSON.stringify({ accounts: used + 70 }) })
    .where('id', '=', world.companies.north.id)
    .execute()
  const rows = Array.from({ length: 80 }, (_, i) => `quota${String(i).padStart(3, '0')},Quota ${i},13800000001,Clerk`)
  const csv = [header, ...rows, 'quota000,Again,13800000001,Clerk'].join('\n')
  const dry = await imported(csv, north, true)
  expect(dry).toMatchObject({ dryRun: true, total: 81, succeeded: 70, failed: 11, passwordFileId: null })
  expect(dry.problems[0]).toMatchObject({ row: 72, msg: expect.stringContaining('The quota of “North Distributor” is used up') })
  expect(dry.problems.at(-1)).toMatchObject({ row: 82, msg: 'Account: quota000 is already in row 2' })
  expect(await accountsCalled('quota')).toEqual([])
  const real = await imported(csv)
  expect(real).toMatchObject({ succeeded: 70, failed: 11, problems: dry.problems })
  expect(await accountsCalled('quota')).toHaveLength(70)
})

test('the template names its columns in the caller’s language', async () => {
  const zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
  const [labels, explanations] = (await textOf((await importTemplate(zh, accountImport, { format: 'csv' })).stream)).split('\r\n')
  expect(labels).toContain('账号 *')
  expect(explanations).toContain('必填；须为 6 到 20 位字母或数字')
  expect(explanations).toContain('必填；角色名称，多个用逗号分隔')
  expect(labels).toContain('姓名 *')
  for (const name of ['姓名', '名称', 'Name', 'name']) {
    const dry = await imported(`账号,${name},电话,角色\nheading1,,13800000001,Clerk`, zh, true)
    expect(dry.problems).toEqual([{ row: 2, field: 'name', label: '姓名', msg: '姓名必填' }])
  }
  const both = await importTemplate(north, accountImport, {})
  expect(both.name).toBe('account-import template.xlsx')
})
