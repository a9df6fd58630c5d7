import { allEndpoints, type Endpoint, type TSchema } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/context.ts'
import { fillSchema, isSeen } from './testing/filled.ts'
import { addOwnedRows } from './testing/rows.ts'
import { sampleOf } from './testing/sample.ts'
import { storedForms, type Form, type FormSite, type Values } from './testing/stored-forms.ts'
import { sendTo, type Answer } from './testing/send.ts'
import type { TableName } from './tables/index.ts'

/**
 * What a form sends is stored and shown: every field of every call that creates or edits a row comes back in its page, its list or what
 * unmasks it, as it was created and again as it was edited with other values. A field that a verb forgets, or that no read answers, fails
 * here. Inputs that do more than this have tests of their features.
 */

let server: TestServer
let site: FormSite
const tokens: Record<'north' | 'operator', string> = { north: '', operator: '' }
const calls = new Map<string, Endpoint>(allEndpoints.map(({ name, entry }) => [name, entry]))

/** An upload of the caller, as a form attaches it. */
const upload: FormSite['upload'] = async (purpose, by = 'north') => {
  const { accounts, companies } = server.world
  const [account, company] = by === 'north' ? [accounts.northAdmin, companies.north] : [accounts.siterAdmin, companies.siter]
  const owned = { account_id: account.id, company_id: company.id, path: company.path }
  const id = randomBytes(16).toString('hex')
  await server.db
    .insertInto('file')
    .values({ id, name: 'file.png', mime: 'image/png', size: 1, sha256: '-', purpose, ...owned })
    .execute()
  return id
}

/** A released firmware edition, which a task needs. */
const release = async (edition: number): Promise<void> => {
  const key = { id: 'stored', public_key: '-', secret: Buffer.from('-') }
  await server.db.insertInto('firmware_key').values(key).execute()
  await server.db
    .updateTable('firmware_edition')
    .set({ state: 'released', signature: '-', key_id: key.id, signed_model: '-' })
    .where('id', '=', edition)
    .execute()
}

beforeAll(async () => {
  server = await startTestServer()
  const { db, world } = server
  const { north } = world.companies
  const own = await addOwnedRows(db, north)
  tokens.north = await server.tokenOf(world.accounts.northAdmin)
  tokens.operator = await server.tokenOf(world.accounts.siterAdmin)
  const {
    id: _id,
    code: _code,
    ...device
  } = await db
    .selectFrom('device')
    .select(['id', 'code', 'name', 'gateway_id', 'customer_id', 'project_id', 'company_id', 'path', 'model_id', 'bound_at'])
    .where('id', '=', Number(own.device))
    .executeTakeFirstOrThrow()
  const { series_id } = await db
    .selectFrom('device_model')
    .select('series_id')
    .where('id', '=', device.model_id)
    .executeTakeFirstOrThrow()
  const added = async (table: 'device_model' | 'device_command' | 'device' | 'role', row: object): Promise<number> =>
    (
      await db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await release(Number(own.firmware_edition))
  site = {
    world,
    own,
    upload,
    gatewayModel: await added('device_model', { series_id, code: 'STORED-GW', name: 'Gateway', is_gateway: true }),
    command: await added('device_command', { model_id: device.model_id, code: 'stored', name: 'Stored' }),
    target: await added('device', { ...device, code: 'STORED-TARGET' }),
    customerRole: await added('role', { company_id: north.id, path: north.path, name: 'Stored', type: 'customer', level: 5 }),
  }
})
afterAll(() => server.stop())

const refs = (entity: TableName): number | string => site.own[entity] ?? 1

const tokenOf = ({ by }: Form): string => tokens[by ?? 'north']
const callOf = ({ name }: Form, call: string): Endpoint | undefined => calls.get(call.includes('.') ? call : `${name}.${call}`)

const valuesOf = async (form: Form, entry: Endpoint, turn: 1 | 2): Promise<Values> => {
  const fits = (await form.fits?.(turn, site)) ?? {}
  const filled = Object.entries(fillSchema(entry.input, refs, turn) as Values)
  const left = new Set(['id', 'version', ...(form.without ?? [])])
  return Object.fromEntries(
    filled.filter(([field]) => !left.has(field)).map(([field, value]) => [field, field in fits ? fits[field] : value]),
  )
}

/** Everything that the reads of a form answer about a row. */
const shown = async (form: Form, id: number | undefined): Promise<string> => {
  const answers: string[] = []
  for (const read of form.reads ?? ['detail', 'page']) {
    const entry = callOf(form, read)
    if (!entry) continue
    const { required = [] } = entry.input as TSchema & { required?: string[] }
    const all = sampleOf(entry.input, refs) as Values
    const least = Object.fromEntries(required.filter((field) => field !== 'id').map((field) => [field, all[field]]))
    const isList = 'pageNum' in entry.input.properties
    const asked = isList ? { pageSize: 100 } : 'id' in entry.input.properties ? { id } : {}
    const { data, msg } = await sendTo(server.url, entry, { ...least, ...asked }, tokenOf(form))
    const rows = (data as { list?: { id: number }[] } | null)?.list
    answers.push(JSON.stringify(isList ? rows?.find((row) => row.id === id) : data) ?? `${read}: ${msg}`)
  }
  return answers.join('\n')
}

const sendForm = async (form: Form, entry: Endpoint, values: Values): Promise<Answer> => {
  const answer = await sendTo(server.url, entry, values, tokenOf(form))
  expect(answer, `${form.name}: ${answer.msg}`).toMatchObject({ success: true })
  return answer
}

const missing = (form: Form, values: Values, answer: string): string[] =>
  Object.entries(values)
    .filter(([field, value]) => !(form.unseen ?? []).includes(field) && value !== undefined && !isSeen(answer, field, value))
    .map(([field, value]) => `${field} ${JSON.stringify(value)}`)

/** Forms of another kind, with the tests of what their fields do. */
const elsewhere: Readonly<Record<string, string>> = {
  alarmCheck: 'alarm-file/alarm-paper.test.ts',
  dutyNote: 'duty/duty.test.ts',
  dutyOverride: 'duty/duty.test.ts',
  firmwareEdition: 'firmware/firmware.test.ts',
  floorPlan: 'floor-plan/floor-plan.test.ts',
  kioskLink: 'large-screen/large-screen.test.ts',
  projectJoin: 'project-join/project-join.test.ts',
  recall: 'recall/recall.test.ts',
  userFeedback: 'user-feedback/user-feedback.test.ts',
}

/** Every form that creates rows. One that needs nothing special is not named anywhere. */
const forms: readonly Form[] = [
  ...storedForms,
  ...allEndpoints
    .map(({ name }) => name.split('.'))
    .filter(([, call]) => call === 'create' || call === 'save')
    .map(([name = '', create = '']) => ({ name, create }))
    .filter(({ name }) => !(name in elsewhere) && storedForms.every((form) => form.name !== name)),
]

test.each(forms)('$name: every field is stored and shown, and so is its edit', async (form) => {
  const create = callOf(form, form.create ?? 'create') as Endpoint
  const created = await valuesOf(form, create, 1)
  // A row that is always there: only edited.
  const isSingle = form.create === 'update'
  const versionOf = (answer: string) => Number([...answer.matchAll(/"version":(\d+)/g)].at(isSingle ? -1 : 0)?.[1] ?? 0)
  const answer = await sendForm(form, create, {
    ...created,
    ...(isSingle ? { version: versionOf(await shown(form, undefined)) } : {}),
  })
  const id = isSingle ? undefined : (answer.data as { id?: number } | null)?.id
  const afterwards = await shown(form, id)
  expect(missing(form, created, afterwards), afterwards).toEqual([])
  const update = callOf(form, form.update ?? 'update')
  if (!update) return
  const edited = await valuesOf(form, update, 2)
  await sendForm(form, update, { ...edited, ...(id === undefined ? {} : { id }), version: versionOf(afterwards) })
  const after = await shown(form, id)
  expect(missing(form, edited, after), after).toEqual([])
})

test('forms that are tested elsewhere have these tests', () => {
  const files = globSync('*/*/*.test.ts', { cwd: join(import.meta.dirname, 'features') })
  for (const file of Object.values(elsewhere))
    expect(
      files.some((each) => each.endsWith(`/${file}`)),
      file,
    ).toBe(true)
})
