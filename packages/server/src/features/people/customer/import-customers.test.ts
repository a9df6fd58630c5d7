import type { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import { buffer, text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedAreas } from '../../../../seed/areas.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ImportDefinition } from '../../../platform/imports/definition.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { writeWorkbook } from '../../../testing/workbook.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { runImport } from '../../base/file/run-import.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { addCustomer } from './customer.verbs.ts'
import { customerImport, customerImportResult, customerImportTemplate, importCustomers } from './import-customers.ts'

let world: TestWorld
let north: Ctx
let zh: Ctx
const log = pino({ level: 'silent' })

beforeAll(async () => {
  world = await testWorld()
  await seedAreas(world.db)
  north = await world.ctxOf(world.accounts.northAdmin)
  zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
})
afterAll(() => world.stop())

const header = 'Name,Type,Contact,Phone'
const order = async (content: Buffer | string, ctx = north, dryRun = false): Promise<number> => {
  const fileId = await upload(ctx, { purpose: 'import' }, uploadOf(content, 'customers.csv'))
  return (await importCustomers(ctx, { fileId, dryRun })).importId
}
const run = (importId: number, definition: ImportDefinition = customerImport, stopping?: AbortSignal): Promise<void> =>
  runImport(world.systemCtx, { customer: definition }, log, importId, stopping)
const imported = async (content: Buffer | string, ctx = north, dryRun = false) => {
  const id = await order(content, ctx, dryRun)
  await run(id)
  return customerImportResult(ctx, { id })
}
const refusal = (content: Buffer | string, ctx = north): Promise<string> =>
  order(content, ctx).then(
    () => 'ok',
    (error: DomainError) => `${error.reason}: ${String(error.params['reason'] ?? '')}`,
  )
const called = (prefix: string) =>
  world.db.selectFrom('customer').selectAll().where('name', 'like', `${prefix}%`).orderBy('name').execute()
const audits = async (importId: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'ip'])
    .where('object_kind', '=', 'import')
    .where('object_id', '=', String(importId))
    .orderBy('id')
    .execute()

test('a template, filled in, is imported: in either language and format', async () => {
  for (const [ctx, format, values] of [
    [zh, 'csv', ['中文 模板', '企业', '值班室', '13800000001', '中国', '浙江', '杭州市', '上城区', '应用推送，短信']],
    [
      north,
      'csv',
      ['English template', 'Public body', 'Desk', '13800000001', 'China', 'Zhejiang', '330100', '上城区', 'App push, SMS'],
    ],
  ] as const) {
    const template = await textOf((await customerImportTemplate(ctx, { format })).stream)
    const [labels = '', explanations = ''] = template.replace('\ufeff', '').trim().split('\r\n')
    expect(explanations).toContain(ctx === zh ? '必填；最多 80 个字符' : 'required; at most 80 characters')
    const names = labels.split(',')
    const [name, type, contacter, phone, country, province, city, region, methods] = values
    const by: Record<string, string> =
      ctx === zh
        ? {
            名称: name,
            类型: type,
            联系人: contacter,
            电话: phone,
            国家: country,
            省: province,
            市: city,
            区: region,
            通知方式: `"${methods}"`,
          }
        : {
            Name: name,
            Type: type,
            Contact: contacter,
            Phone: phone,
            Country: country,
            Province: province,
            City: city,
            District: region,
            'Notification methods': `"${methods}"`,
          }
    const line = names.map((label) => by[label.replace(' *', '')] ?? '').join(',')
    const result = await imported(`${template.trimEnd()}\r\n${line}\r\n`, ctx)
    expect(result).toMatchObject({ state: 'done', total: 1, succeeded: 1, failed: 0, problems: [], failedFileId: null, msg: '' })
    const [row] = await called(name)
    expect(row).toMatchObject({
      company_id: world.companies.north.id,
      contacter,
      country: 'CN',
      province: '330000',
      city: '330100',
    })
    expect(row).toMatchObject({ region: '330102', notify_methods: ['app', 'sms'], created_by: north.actor.accountId })
  }
  const xlsx = await customerImportTemplate(zh, { format: 'xlsx' })
  expect(xlsx).toMatchObject({ name: 'customer-导入模板.xlsx', inline: false, public: false })
  expect(await refusal(await buffer(xlsx.stream), zh)).toBe('importUnreadable: 列名之下没有数据')
})

describe('rows', () => {
  test('good ones are imported, bad ones are named by row, field and reason', async () => {
    const csv = [
      `${header},Company,Contract end,Email`,
      'Mixed 1,enterprise,Desk,13800000001,,2026-11-20,',
      ',enterprise,Desk,13800000001,,,',
      'Mixed 2,hotel,Desk,phone,,,desk',
      'Mixed 3,person,Desk,13800000001,NORTH-A,2026/1/2,',
      'Mixed 4,person,Desk,13800000001,South Distributor,,',
      'Mixed 5,person,Desk,13800000001,north agent,2026-02-30,',
      '',
      'Mixed 6,person,Desk,+86 13800000001,North Agent,,',
    ].join('\n')
    const id = await order(csv)
    await run(id)
    const result = await customerImportResult(north, { id })
    expect(result).toMatchObject({ state: 'done', total: 7, done: 7, succeeded: 3, failed: 4 })
    expect(result.problems).toEqual([
      { row: 3, field: 'name', label: 'Name', msg: 'Name: required' },
      { row: 4, field: 'type', label: 'Type', msg: 'Type: must be one of the choices' },
      { row: 4, field: 'phone', label: 'Phone', msg: expect.stringContaining('Phone: not a phone number') },
      { row: 4, field: 'email', label: 'E-mail', msg: 'E-mail: not an e-mail address' },
      { row: 6, field: 'companyId', label: 'Company', msg: 'Company: “South Distributor” was not found' },
      { row: 7, field: 'companyId', label: 'Company', msg: 'Company: “north agent” was not found' },
      { row: 7, field: 'contractEnd', label: 'Contract end', msg: 'Contract end: wrong format' },
    ])
    const { north: own, northAgent } = world.companies
    expect((await called('Mixed')).map(({ name, company_id, contract_end }) => [name, company_id, contract_end])).toEqual([
      ['Mixed 1', own.id, '2026-11-20'],
      ['Mixed 3', northAgent.id, '2026-01-02'],
      ['Mixed 6', northAgent.id, null],
    ])
    const summary = await audits(id)
    expect(summary.map(({ action }) => action)).toEqual(['customer.import', 'customer.import.finish'])
    expect(summary[1]).toMatchObject({ changes: { succeeded: [null, 3], failed: [null, 4] }, ip: '192.0.2.1' })
    const ofRows = await world.db.selectFrom('audit_log').select('action').where('object_name', 'like', 'Mixed%').execute()
    expect(ofRows.map(({ action }) => action)).toEqual(Array(3).fill('customer.create'))
  })

  test('in Chinese the reasons are Chinese', async () => {
    const { problems } = await imported('名称,类型,联系人,电话,所属公司\n,企业,值班室,13800000001,没有的公司', zh)
    expect(problems).toEqual([
      { row: 2, field: 'companyId', label: '所属公司', msg: '所属公司：找不到“没有的公司”' },
      { row: 2, field: 'name', label: '名称', msg: '名称必填' },
    ])
  })

  test('failed rows come back as a file of the same format, which can be corrected and imported again', async () => {
    const good = ['Again good', 'person', 'Desk', '13800000001', 46_023]
    const bad = ['Again bad', 'person', '=1+1', 'none', 46_023.5]
    const first = await imported(await writeWorkbook([[...header.split(','), 'Privacy consent'], good, bad]))
    expect(first).toMatchObject({ succeeded: 1, failed: 1 })
    const file = await readFile(north, { id: first.failedFileId ?? '' })
    expect(file.name).toBe('customer-failed rows.xlsx')
    const bytes = await buffer(file.stream)
    const south = await world.ctxOf(world.accounts.northEngineer)
    await expect(readFile(south, { id: first.failedFileId ?? '' })).rejects.toThrow('notFound')
    // The same again, with the reason left in.
    expect(await imported(bytes)).toMatchObject({ total: 1, failed: 1, problems: [{ row: 2, field: 'phone' }] })
    const csv = await imported(`${header}\n=Again csv,person,"two\nlines",none\nAgain +,person,a,none`)
    const text = await textOf((await readFile(north, { id: csv.failedFileId ?? '' })).stream)
    expect(text).toContain('Reason for failure')
    expect(text).toContain(`'=Again csv,person,"two\nlines",none,"Phone: not a phone number`)
    expect(await imported(text.replaceAll('none', '13800000002'))).toMatchObject({ succeeded: 2, failed: 0 })
    expect((await called('=Again')).map(({ name, contacter }) => [name, contacter])).toEqual([['=Again csv', 'two\nlines']])
    expect((await called('Again good'))[0]).toMatchObject({
      privacy_consent_at: '2025-12-31T16:00:00.000Z',
      phone: '13800000001',
    })
  })

  test('a value that the database cannot store is a problem of its row', async () => {
    const csv = [
      `${header},Contract end`,
      'Year 0,person,Desk,13800000001,0000-01-01',
      'Year 1,person,Desk,13800000001,2026-11-20',
    ]
    const early = await imported(csv.join('\n'))
    expect(early).toMatchObject({ state: 'done', succeeded: 1, failed: 1 })
    expect(early.problems).toEqual([
      { row: 2, field: 'contractEnd', label: 'Contract end', msg: expect.stringContaining('between the years 1900 and 9999') },
    ])
    const id = await order(`${header}\nBeyond 1,person,Desk,13800000001\nBeyond 2,person,Desk,13800000001`)
    const careless: ImportDefinition = {
      ...customerImport,
      create: async (ctx, write, input) => {
        if (input['name'] === 'Beyond 1') await sql`select ${'0000-01-01'}::date`.execute(write.systemDb)
        return addCustomer(ctx, write, input as never)
      },
    }
    await run(id, careless)
    const result = await customerImportResult(north, { id })
    expect(result).toMatchObject({ state: 'done', succeeded: 1, failed: 1 })
    expect(result.problems).toEqual([{ row: 2, field: '', label: '', msg: expect.stringContaining('cannot be stored') }])
    expect((await called('Beyond')).map(({ name }) => name)).toEqual(['Beyond 2'])
  })

  test('cells beyond the header are not dropped silently', async () => {
    const csv = `${header},Address\nComma 1,person,Desk,13800000001,1 Main Street, Springfield\nComma 2,person,Desk,13800000001,"1 Main Street, Springfield",`
    const result = await imported(csv)
    expect(result).toMatchObject({ succeeded: 1, failed: 1 })
    expect(result.problems).toEqual([{ row: 2, field: '', label: '', msg: expect.stringContaining('double quotes') }])
    expect((await called('Comma')).map(({ address }) => address)).toEqual(['1 Main Street, Springfield'])
    // Nor when the failed rows are imported unchanged.
    expect(await imported(await buffer((await readFile(north, { id: result.failedFileId ?? '' })).stream))).toMatchObject({
      succeeded: 0,
      failed: 1,
    })
  })

  test('a dry run says the same and writes nothing', async () => {
    const csv = `${header}\nDry 1,person,Desk,13800000001\nDry 2,person,Desk,none`
    const before = await world.db.selectFrom('audit_log').select('id').where('action', '=', 'customer.create').execute()
    const dry = await imported(csv, north, true)
    expect(dry).toMatchObject({ dryRun: true, state: 'done', succeeded: 1, failed: 1, problems: [{ row: 3, field: 'phone' }] })
    expect(dry.failedFileId).not.toBeNull()
    expect(await called('Dry')).toEqual([])
    expect(await world.db.selectFrom('audit_log').select('id').where('action', '=', 'customer.create').execute()).toEqual(before)
    expect(await imported(csv)).toMatchObject({ succeeded: 1, failed: 1 })
  })
})

describe('many rows', () => {
  const rows = (prefix: string, n: number): string =>
    [header, ...Array.from({ length: n }, (_, i) => `${prefix} ${i},person,Desk,13800000001`)].join('\n')
  test('ten thousand are accepted, and not one more', async () => {
    const id = await order(rows('Most', 10_000), await world.ctxOf(world.accounts.southAdmin))
    const job = world.db.selectFrom('import_job').select(['state', 'total']).where('id', '=', id)
    expect(await job.executeTakeFirst()).toEqual({ state: 'waiting', total: 10_000 })
    expect(await refusal(rows('More', 10_001))).toBe('importUnreadable: it has more than 10000 rows')
  })
  test('are imported with progress', async () => {
    const id = await order(rows('Many', 1_000))
    const seen = new Set<number>()
    let ended = false
    const running = run(id).finally(() => (ended = true))
    while (!ended) {
      seen.add((await customerImportResult(north, { id })).done)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await running
    const all = { total: 1_000, done: 1_000, succeeded: 1_000 }
    expect(await customerImportResult(north, { id })).toMatchObject({ state: 'done', ...all })
    expect(seen.size).toBeGreaterThan(5)
    expect(await called('Many')).toHaveLength(1_000)
  })
  test('continue after the last batch when the process crashes, and none is doubled', async () => {
    const id = await order(rows('Broken', 500))
    let created = 0
    const crashing: ImportDefinition = {
      ...customerImport,
      create: async (ctx, write, input) => {
        if (++created > 230) throw new Error('the process crashed')
        return addCustomer(ctx, write, input as never)
      },
    }
    await expect(run(id, crashing)).rejects.toThrow('the process crashed')
    expect(await customerImportResult(north, { id })).toMatchObject({
      state: 'running',
      resumed: false,
      done: 200,
      succeeded: 200,
    })
    expect(await called('Broken')).toHaveLength(200)
    await run(id)
    expect(await customerImportResult(north, { id })).toMatchObject({ state: 'done', done: 500, succeeded: 500 })
    expect(new Set((await called('Broken')).map((row) => row.name)).size).toBe(500)
    expect(await called('Broken')).toHaveLength(500)
    await run(id)
    expect(await called('Broken')).toHaveLength(500)
  })
  test('stop at the next batch when the process is ending, wait without an error, and continue', async () => {
    const id = await order(rows('Paused', 300))
    const logged: string[] = []
    const stopping = new AbortController()
    let created = 0
    const interrupted: ImportDefinition = {
      ...customerImport,
      create: async (ctx, write, input) => {
        if (++created === 75) stopping.abort()
        return addCustomer(ctx, write, input as never)
      },
    }
    world.queued.length = 0
    const listening = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    await runImport(world.systemCtx, { customer: interrupted }, listening, id, stopping.signal)
    expect(logged).toEqual([])
    expect(await customerImportResult(north, { id })).toMatchObject({
      state: 'waiting',
      resumed: true,
      done: 100,
      succeeded: 100,
    })
    expect(world.queued).toEqual([{ name: 'import', payload: { importId: id } }])
    // A restart of the program, however often, does not count as a failed attempt.
    for (let restart = 0; restart < 6; restart++) await run(id, customerImport, stopping.signal)
    expect(await called('Paused')).toHaveLength(100)
    await run(id)
    expect(await customerImportResult(north, { id })).toMatchObject({ state: 'done', done: 300, succeeded: 300 })
    expect(await called('Paused')).toHaveLength(300)
  })
  test('run by two processes at once, none is doubled', async () => {
    const id = await order(rows('Twice', 400))
    await Promise.all([run(id), run(id), run(id)])
    await run(id)
    expect(await customerImportResult(north, { id })).toMatchObject({ state: 'done', done: 400, succeeded: 400 })
    expect(await called('Twice')).toHaveLength(400)
  })
})

test('the account’s rights are checked at each batch', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `Right ${i},person,Desk,13800000001`)
  const id = await order([header, ...rows].join('\n'), await world.ctxOf(world.accounts.northAgentAdmin))
  let created = 0
  const disabling: ImportDefinition = {
    ...customerImport,
    create: async (ctx, write, input) => {
      if (++created === 60)
        await world.db
          .updateTable('account')
          .set({ enabled: false })
          .where('id', '=', world.accounts.northAgentAdmin.id)
          .execute()
      return addCustomer(ctx, write, input as never)
    },
  }
  await run(id, disabling)
  const job = await world.db.selectFrom('import_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(job).toMatchObject({ state: 'failed', done: 100, error: 'the account is no longer allowed to import', seed: null })
  expect(await called('Right')).toHaveLength(100)
})

test('an import that fails every time is concluded at last', async () => {
  const id = await order(`${header}\nNever,person,Desk,13800000001`)
  const failing: ImportDefinition = { ...customerImport, create: () => Promise.reject(new Error('no luck')) }
  for (let attempt = 0; attempt < 4; attempt++) await expect(run(id, failing)).rejects.toThrow('no luck')
  await run(id, failing)
  expect(await customerImportResult(north, { id })).toMatchObject({ state: 'failed', done: 0, failedFileId: null })
  expect((await audits(id)).map(({ action }) => action)).toEqual(['customer.import', 'customer.import.finish'])
})

test('an import is visible only to its requester, and reads only one’s own upload', async () => {
  const id = await order(`${header}\nSeen,person,Desk,13800000001`)
  const other = await world.ctxOf(world.accounts.siterAdmin)
  await expect(customerImportResult(other, { id })).rejects.toMatchObject({ reason: 'notFound' })
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(`${header}\nx,person,a,13800000001`, 'x.csv'))
  await expect(importCustomers(other, { fileId })).rejects.toMatchObject({ reason: 'importUnreadable' })
  const photo = await upload(north, { purpose: 'attachment' }, uploadOf('text', 'x.txt'))
  await expect(importCustomers(north, { fileId: photo })).rejects.toMatchObject({ reason: 'importUnreadable' })
  await run(id)
})

test('two imports of one account at a time', async () => {
  const csv = `${header}\nQueue,person,Desk,13800000001`
  const [first, second] = [await order(csv), await order(csv)]
  expect(await refusal(csv)).toMatch(/^tooManyRequests/)
  await run(first)
  await run(second)
  expect(await refusal(csv)).toBe('ok')
})

describe('headers', () => {
  test.each([
    ['nothing', '', 'precondition: the file is empty (0 bytes); choose it again'],
    ['blank lines', '\n\n,,\n', 'importUnreadable: it is empty'],
    [
      'no header',
      'Hotel,person,Desk,13800000001',
      'importUnreadable: the first row must contain the column names of the template; missing: Name, Type',
    ],
    [
      'a column missing',
      'Name,Contact,Phone\na,b,13800000001',
      'importUnreadable: the first row must contain the column names of the template; missing: Type',
    ],
    [
      'a column too many',
      `${header},password,State\na,person,b,13800000001,x,y`,
      'importUnreadable: it has columns that are not in the template: password, State',
    ],
    ['a column twice', `${header},名称\na,person,b,13800000001,c`, 'importUnreadable: these columns appear twice: Name'],
    ['no rows', header, 'importUnreadable: there are no rows below the column names'],
  ])('%s', async (_what, content, expected) => {
    expect(await refusal(content)).toBe(expected)
  })
})
