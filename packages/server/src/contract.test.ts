import {
  allEndpoints,
  enums,
  keyRightOf,
  menus,
  operationsIn,
  type Endpoint,
  type MenuSeed,
  type TSchema,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { routesOf } from './features.ts'
import type { Health } from './platform/health.ts'
import type { LiveHub } from './platform/live-hub.ts'
import { addKey } from './testing/keys.ts'
import { addOwnedRows, isOwned, type OwnedRows } from './testing/rows.ts'
import { hiddenInArray, objectPaths, refPaths, sampleOf, withAt } from './testing/sample.ts'
import { startTestServer, type TestServer } from './testing/context.ts'
import { sendTo, type Answer } from './testing/send.ts'
import { tableFacts } from './tables/facts.ts'
import type { TableName } from './tables/index.ts'

/**
 * Tests every endpoint by its declaration: no session → 103, no permission → 403, a foreign id in any field → 404 as if it did not exist,
 * invalid input → 422 naming the field; a session where a key is asked for, and a key anywhere else, as if there were none. A new endpoint is
 * covered as soon as it is declared.
 */

let server: TestServer
/** Callers of one distributor's company: one with everything granted, one with nothing. */
let full: string
let bare: string
/** Everything granted in the operating company, which has no sibling: for calls reserved to its staff. */
let operator: string
/** A key of that company with every right. */
let key: string
let own: OwnedRows
let foreign: OwnedRows

beforeAll(async () => {
  server = await startTestServer({ captcha: 'off' })
  const { world } = server
  own = await addOwnedRows(server.db, world.companies.north)
  foreign = await addOwnedRows(server.db, world.companies.south)
  ;({ secret: key } = await addKey(server.db, world.companies.north, { by: world.accounts.northAdmin.id }))
  bare = await server.signIn(world.accounts.northBare)
})
let begun = 0
/** Resets the limit of 6,000 calls a minute per session, which a fast machine exceeds. */
beforeEach(async () => {
  if (begun++ % 1_000 > 0) return
  full = await server.signIn(server.world.accounts.northAdmin)
  operator = await server.signIn(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())

const send = (entry: Endpoint, input: unknown, token: string | null): Promise<Answer> => sendTo(server.url, entry, input, token)

const product: Partial<Record<TableName, number | string>> = {
  alarm_type: 1,
  device_series: 1,
  device_model: 1,
  project_type: 1,
  fault_type: 1,
  menu: 1,
  report_param: 1,
}
const heldByDistributors = new Set(
  (menus as readonly MenuSeed[]).filter((each) => each.for.includes('distributor')).flatMap((each) => each.operations),
)
/** Whether only the operating company's staff may make this call. */
const isOperators = ({ access }: Endpoint): boolean => {
  const codes = operationsIn(access)
  return codes.length > 0 && !codes.some((code) => heldByDistributors.has(code))
}
const takesKey = ({ access }: Endpoint): boolean => keyRightOf(access) !== undefined
const callerOf = (entry: Endpoint): string => (takesKey(entry) ? key : isOperators(entry) ? operator : full)
/** Calls for one kind of company or account find only that kind. */
const kinds: readonly [path: string, entity: TableName, row: keyof OwnedRows][] = [
  ['web/agent/one/', 'company', 'agentOne'],
  ['web/agent/two/', 'company', 'agentTwo'],
  ['web/account/customer/', 'account', 'customerAccount'],
  ['web/order/install/', 'work_order', 'installOrder'],
  ['web/order/inspect/', 'work_order', 'inspectOrder'],
  ['web/order/maintenance/', 'work_order', 'maintenanceOrder'],
]
const idOf = (rows: OwnedRows, entry: Endpoint) => (entity: TableName) => {
  const kind = kinds.find(([path, of]) => of === entity && entry.path.startsWith(path))
  return rows[kind?.[2] ?? entity] ?? product[entity] ?? 1
}
const sample = (entry: Endpoint): unknown => sampleOf(entry.input, idOf(own, entry))
const named = allEndpoints.map(({ name, entry }) => ({ name, entry }))

test('every endpoint has exactly one binding', () => {
  const bound = routesOf({ hub: {} as LiveHub, health: {} as Health, raiseTestAlarm: async () => null }).map(
    ({ entry }) => entry.path,
  )
  expect(bound.sort()).toEqual(allEndpoints.map(({ entry }) => entry.path).sort())
})

describe('without a session', () => {
  test.each(named.filter(({ entry }) => entry.access !== 'public' && !takesKey(entry)))(
    '$name answers 103',
    async ({ entry }) => {
      const answer = await send(entry, sample(entry), null)
      expect(answer).toMatchObject({ status: 401, code: 103, success: false })
      expect(answer.msg).toMatch(/sign in/i)
    },
  )
})

describe('keys and sessions', () => {
  const noKey = { status: 401, code: 1217, success: false }
  test.each(named.filter(({ entry }) => takesKey(entry)))('$name refuses every caller without a key', async ({ entry }) => {
    for (const token of [null, full, operator, bare, `${key.slice(0, -1)}~`])
      expect(await send(entry, sample(entry), token)).toMatchObject(noKey)
  })
  test.each(named.filter(({ entry }) => entry.access !== 'public' && !takesKey(entry)))(
    '$name refuses a key',
    async ({ entry }) => {
      expect(await send(entry, sample(entry), key)).toMatchObject({ status: 401, code: 103, success: false })
    },
  )
  test.each(named.filter(({ entry }) => takesKey(entry)))(
    '$name refuses a key with every right but its own',
    async ({ entry }) => {
      const right = keyRightOf(entry.access)
      const { secret } = await addKey(server.db, server.world.companies.north, {
        rights: enums.openRight.filter((each) => each !== right),
      })
      expect(await send(entry, sample(entry), secret)).toMatchObject({ status: 403, code: 1002, success: false })
    },
  )
})

describe('without the permission', () => {
  test.each(named.filter(({ entry }) => operationsIn(entry.access).length > 0))('$name answers 403', async ({ entry }) => {
    expect(await send(entry, sample(entry), bare)).toMatchObject({ status: 403, code: 1002, success: false })
  })
})

const refCases = named.flatMap(({ name, entry }) =>
  refPaths(entry.input)
    .filter(({ entity }) => isOwned(entity))
    .map(({ path, entity }) => ({ name, entry, path, entity, field: path.join('.') })),
)

/** The program's queries, except those it makes on its own: jobs, live events, logs, session use. */
const statements: string[] = []
/** The values of their parameters. */
const given = new Set<unknown>()
const byItself = /jobs\.|live_event|(insert into|copy) "?api_log|api_config|update "session"/i
const statementsOf = async (work: () => Promise<Answer>): Promise<{ answer: Answer; statements: string[] }> => {
  statements.length = 0
  given.clear()
  const answer = await work()
  return { answer, statements: statements.filter((text) => !byItself.test(text)) }
}

const recordStatements = (): void => {
  const { query: ask } = pg.Client.prototype
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
      const [first, values] = input
      const query =
        typeof first === 'string' ? { text: first, values } : (first as { text?: string; values?: unknown } | undefined)
      statements.push(query?.text ?? '')
      if (Array.isArray(query?.values)) for (const value of query.values) given.add(value)
      return Reflect.apply(ask, this, input) as never
    } as never
  })
  afterAll(() => {
    pg.Client.prototype.query = ask
  })
}

describe('a foreign id', () => {
  recordStatements()

  test.each(refCases)('$name in $field answers 404, like an id that does not exist', async ({ entry, path, entity }) => {
    const missing = entity === 'file' ? 'f'.repeat(32) : 999_999_999
    const askMissing = () => statementsOf(() => send(entry, withAt(sample(entry), path, missing), callerOf(entry)))
    const { answer } = await askMissing()
    expect(answer).toMatchObject({ status: 404, code: 1003, success: false })
    if (isOperators(entry)) return
    // The timing does not differ either: the same queries run, and none returns a row. A job may interfere, but not every time.
    await vi.waitFor(async () => {
      const ofMissing = await askMissing()
      const ofForeign = await statementsOf(() => send(entry, withAt(sample(entry), path, foreign[entity]), callerOf(entry)))
      expect(ofForeign.answer).toEqual(answer)
      expect(ofMissing.statements.length).toBeGreaterThan(0)
      expect(ofForeign.statements).toEqual(ofMissing.statements)
    }, 30_000)
  })
  test.each(refCases.filter(({ path, entry }) => path.includes(0) && entry.method === 'POST' && !isOperators(entry)))(
    '$name hidden in an array in $field answers 404',
    async ({ entry, path, entity }) => {
      const input = hiddenInArray(withAt(sample(entry), path, foreign[entity]), path, own[entity])
      expect(await send(entry, input, callerOf(entry))).toMatchObject({ status: 404, code: 1003 })
    },
  )
})

/** The tables behind lists that are not standard calls. */
const listed: Readonly<Record<string, TableName>> = {
  account: 'account',
  alarm: 'alarm',
  fault: 'fault',
  repairOrder: 'work_order',
  unknownDevice: 'unknown_report',
}

describe.each(['projects', 'own'] as const)('staff with the data scope %s', (dataScope) => {
  /** The rows they see; they see nothing else of the same company, in `own`. */
  let mine: OwnedRows
  let token: string

  beforeAll(async () => {
    const { db, world } = server
    const { id: company_id, path } = world.companies.north
    mine = await addOwnedRows(db, world.companies.north)
    const owned = { company_id, path, type: 'distributor', name: `narrow ${dataScope}` } as const
    const role = await db
      .insertInto('role')
      .values({ ...owned, level: 1, data_scope: dataScope })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into role_menu select ${role.id}, menu_code from role_menu where role_id = ${world.accounts.northAdmin.roleId}`.execute(
      db,
    )
    const account = { ...owned, account: `narrow${dataScope}`, password_hash: '-' }
    const { id } = await db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('account_role').values({ account_id: id, role_id: role.id }).execute()
    if (dataScope === 'projects')
      await db
        .insertInto('account_project')
        .values({ account_id: id, project_id: Number(mine.project) })
        .execute()
    for (const [alias, row] of Object.entries(mine)) {
      const entity = (/^(install|inspect|maintenance)Order$/.test(alias) ? 'work_order' : alias) as TableName
      const rule = tableFacts[entity]?.scope
      if (typeof rule !== 'object' || !('path' in rule)) continue
      const column = rule.creator ?? rule.account ?? (dataScope === 'own' && entity === 'project' ? 'created_by' : undefined)
      if (column === undefined || column === 'id') continue
      await sql`update ${sql.table(entity)} set ${sql.ref(column)} = ${id} where id = ${row}`.execute(db)
    }
    token = await server.tokenOf({ id, account: account.account, roleId: role.id })
  })

  // They may see their own company. Calls about companies below it find none.
  const narrowCases = refCases.filter(({ entry, entity }) => entity !== 'company' && !isOperators(entry) && !takesKey(entry))
  test.each(narrowCases)('find no row of another project: $name in $field', async ({ entry, path, entity }) => {
    const input = withAt(sampleOf(entry.input, idOf(mine, entry)), path, idOf(own, entry)(entity))
    expect(await send(entry, input, token)).toMatchObject({ status: 404, code: 1003, success: false })
  })

  const reads = narrowCases.filter(({ entry }) => entry.method === 'GET' && entry.reply === undefined)
  const below = new Set(['agentOne', 'agentTwo', 'distributor'])
  test.each(reads.filter(({ name }) => !below.has(name.split('.')[0] ?? '')))(
    'find what is theirs: $name in $field',
    async ({ entry }) => {
      expect(await send(entry, sampleOf(entry.input, idOf(mine, entry)), token)).not.toMatchObject({ code: 1003 })
    },
  )

  test('see only what is theirs in every list', async () => {
    const wrong: string[] = []
    const shown = new Set<string>()
    for (const { name, entry } of named) {
      const { required = [] } = entry.input as TSchema & { required?: string[] }
      if (!('pageNum' in entry.input.properties) || 'format' in entry.input.properties || required.length > 0) continue
      const entity = (listed[name.split('.')[0] ?? ''] ?? entry.entity) as TableName | undefined
      if (!entity || !isOwned(entity) || isOperators(entry) || takesKey(entry)) continue
      const answer = await send(entry, { pageSize: 80 }, token)
      if (answer.status !== 200) wrong.push(`${name} answers ${answer.status} ${answer.msg}`)
      const { list } = answer.data as unknown as { list: { id: number }[] }
      const ids = list.map((row) => row.id)
      if (ids.includes(Number(idOf(own, entry)(entity)))) wrong.push(`${name} shows another's`)
      if (ids.includes(Number(idOf(mine, entry)(entity)))) shown.add(entity)
    }
    expect(wrong).toEqual([])
    expect([...shown]).toEqual(expect.arrayContaining(['customer', 'work_order', 'alarm', 'fault', 'unknown_report']))
  })
})

describe('a list', () => {
  recordStatements()
  const paging = new Set(['pageNum', 'pageSize', 'cursor', 'sort', 'order'])
  // The list of the product's calls has no table: it is filtered and sorted in memory (api-config.test.ts).
  const pages = named.filter(
    ({ name, entry }) =>
      'pageNum' in entry.input.properties && !('format' in entry.input.properties) && name !== 'apiConfig.page',
  )
  const asks = async (entry: Endpoint, input: object): Promise<string> => {
    const { required = [] } = entry.input as TSchema & { required?: string[] }
    const all = sample(entry) as Record<string, unknown>
    const least = Object.fromEntries(required.map((field) => [field, all[field]]))
    const { answer, statements } = await statementsOf(() => send(entry, { ...least, ...input }, callerOf(entry)))
    expect(answer, answer.msg).toMatchObject({ success: true })
    // A period that a list always applies is in the statement even without a filter.
    const asked = Object.entries(input).flatMap(([field, value]) => (given.has(value) ? [`given ${field}`] : []))
    return [...statements.toSorted(), ...asked].join('\n')
  }

  test.each(pages)('$name: each sortable column changes the query', async ({ entry }) => {
    const { enum: columns = [] } = entry.input.properties['sort'] as { enum?: string[] }
    const asked = new Map<string, string>()
    for (const sort of columns) {
      const statements = await asks(entry, { sort, order: 'asc' })
      expect(asked.get(statements), `sorted by ${sort} as by`).toBeUndefined()
      asked.set(statements, sort)
    }
  })
  const filters = pages.flatMap(({ name, entry }) => {
    const { required = [] } = entry.input as TSchema & { required?: string[] }
    return Object.keys(entry.input.properties)
      .filter((field) => !paging.has(field) && !required.includes(field))
      .map((field) => ({ name, entry, field }))
  })
  /** Of the list whose filters are being tested. */
  let unfiltered: { readonly entry: Endpoint; readonly statements: string } | undefined
  test.each(filters)('$name: the filter $field changes the query', async ({ entry, field }) => {
    const all = sample(entry) as Record<string, unknown>
    if (unfiltered?.entry !== entry) unfiltered = { entry, statements: await asks(entry, {}) }
    expect(await asks(entry, { [field]: all[field] })).not.toBe(unfiltered.statements)
  })
})

describe('one’s own ids', () => {
  // An avatar must be the caller's own upload, which the row from rows.ts is not.
  const entries = [...new Map(refCases.map((each) => [each.name, each])).values()].filter(
    ({ name }) => name !== 'session.updateInfo',
  )
  const addRows = (): Promise<OwnedRows> => addOwnedRows(server.db, server.world.companies.north)
  /** For reads, which leave them unchanged, and for writes, until one of them has used up what another one needs. */
  let rows: { GET: OwnedRows; POST: OwnedRows }
  beforeAll(async () => {
    rows = { GET: await addRows(), POST: await addRows() }
  })
  test.each(entries)('$name finds them, so that the 404s above mean something', async ({ entry }) => {
    const ask = () => send(entry, sampleOf(entry.input, idOf(rows[entry.method], entry)), callerOf(entry))
    let answer = await ask()
    if (answer.code === 1003 && entry.method === 'POST') {
      rows.POST = await addRows()
      answer = await ask()
    }
    expect(answer.code, answer.msg).not.toBe(1003)
  })
})

describe('invalid input', () => {
  const asking = named.filter(({ entry }) => entry.body !== 'multipart' && entry.reply !== 'binary')
  const required = asking.flatMap(({ name, entry }) =>
    ((entry.input as TSchema & { required?: string[] }).required ?? []).map((field) => ({ name, entry, field })),
  )
  test.each(required)('$name without $field answers 422 and names it', async ({ entry, field }) => {
    const { [field]: _, ...rest } = sample(entry) as Record<string, unknown>
    const answer = await send(entry, rest, callerOf(entry))
    expect(answer).toMatchObject({ status: 422, code: 1001, success: false })
    expect(answer.data?.fields?.map((each) => each.field)).toContain(field)
  })
  const nested = asking.flatMap(({ name, entry }) =>
    objectPaths(entry.input).map((path) => ({ name, entry, path, place: path.join('.') })),
  )
  test.each(nested)('$name with an unknown field in $place answers 422 and names it', async ({ entry, path }) => {
    const input = withAt(sample(entry), [...path, 'companyPathInjected'], 'x'.repeat(1_000))
    const answer = await send(entry, input, callerOf(entry))
    expect(answer).toMatchObject({ status: 422, code: 1001, success: false })
    expect(answer.data?.fields?.map((each) => each.field)).toContain('companyPathInjected')
  })
  /** Columns that determine a row's owner and rights. A verb has to check inputs that have one of them. */
  const columns = [
    'companyId',
    'company_id',
    'path',
    'accountType',
    'type',
    'state',
    'status',
    'level',
    'enabled',
    'password',
    'password_hash',
    'deleted_at',
  ]
  test.each(asking)('$name refuses an unknown field and every column that it may not set, and names them', async ({ entry }) => {
    const allowed = (entry.input as { properties: object }).properties
    const extra = ['companyPathInjected', ...columns.filter((column) => !(column in allowed))]
    const answer = await send(
      entry,
      { ...(sample(entry) as object), ...Object.fromEntries(extra.map((column) => [column, '1'])) },
      callerOf(entry),
    )
    expect(answer).toMatchObject({ status: 422, code: 1001, success: false })
    expect(answer.data?.fields?.map((each) => each.field)).toEqual(expect.arrayContaining(extra))
  })
})
