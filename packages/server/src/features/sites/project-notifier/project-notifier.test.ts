import { endpoints, enums, opensJoined, type DomainError, type InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { callerPasswordsOf, setCallerPasswords, showCallerPasswords } from './caller-passwords.ts'
import {
  createProjectNotifier,
  removeProjectNotifier,
  orderCalls,
  unmaskProjectNotifier,
  updateProjectNotifier,
} from './project-notifier.verbs.ts'
import { accountsToNotify, pageProjectNotifiers } from './project-notifier.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let customer: Ctx
let projectId: number
let otherProject: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  customer = await world.ctxOf(world.accounts.northCustomer)
  const { path } = world.companies.north
  projectId = Number((await addOwnedRows(world.db, world.companies.north)).project)
  otherProject = Number((await addOwnedRows(world.db, world.companies.north)).project)
  await world.db
    .updateTable('project')
    .set({ customer_id: world.customers.north })
    .where('id', '=', projectId)
    .where('path', '=', path)
    .execute()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('project_notifier').execute()
})

type Input = InputOf<typeof endpoints.projectNotifier.create>
const add = async (name: string, more: Partial<Input> = {}): Promise<number> =>
  (
    await createProjectNotifier(north, {
      projectId,
      name,
      phone: '13800000001',
      role: 'manager',
      methods: ['voice'],
      language: 'zh',
      enabled: true,
      ...more,
    })
  ).id
const list = async (ctx = north) => (await pageProjectNotifiers(ctx, { projectId, pageSize: 80 })).list
const order = async () => (await list()).map(({ seq, name }) => `${seq} ${name}`)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: DomainError) => ({ reason: error.reason, field: error.field }),
  )
const lastAudit = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['changes', 'company_id', 'object_id'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('people are called in the order in which they were added, each list on its own', async () => {
  await add('Ann')
  await add('Ben')
  await add('Elsewhere', { projectId: otherProject })
  await add('Cid')
  expect(await order()).toEqual(['1 Ann', '2 Ben', '3 Cid'])
  expect(await lastAudit('projectNotifier.create')).toMatchObject({
    company_id: world.companies.north.id,
    changes: { name: [null, 'Cid'], seq: [null, 3] },
  })
  expect(
    await refusal(
      createProjectNotifier(south, {
        projectId,
        name: 'X',
        phone: '13800000001',
        role: 'other',
        methods: ['sms'],
        language: 'en',
        enabled: true,
      }),
    ),
  ).toEqual({ reason: 'notFound', field: 'projectId' })
})

test('phone and email are masked for everybody; unmasking is audited', async () => {
  const id = await add('Ann', { email: 'ann@example.com' })
  for (const ctx of [north, customer])
    expect((await list(ctx))[0]).toMatchObject({ phone: '138****0001', email: 'a***@example.com', name: 'Ann' })
  expect(await unmaskProjectNotifier(north, { id })).toEqual({ phone: '13800000001', email: 'ann@example.com' })
  expect(await lastAudit('projectNotifier.unmask')).toMatchObject({ object_id: String(id), company_id: world.companies.north.id })
  expect(await refusal(unmaskProjectNotifier(south, { id }))).toMatchObject({ reason: 'notFound' })
  expect((await pageProjectNotifiers(south, { projectId })).total).toBe(0)
})

test('an editor who sees them masked changes the rest; the address is removed only on request', async () => {
  const id = await add('Ann', { email: 'ann@example.com' })
  const edit: Omit<InputOf<typeof endpoints.projectNotifier.update>, 'version'> = {
    id,
    name: 'Anna',
    role: 'keyholder',
    methods: ['voice'],
    language: 'en',
    enabled: true,
  }
  await updateProjectNotifier(north, { ...edit, version: 1 })
  expect(await unmaskProjectNotifier(north, { id })).toEqual({ phone: '13800000001', email: 'ann@example.com' })
  expect((await lastAudit('projectNotifier.update')).changes).toEqual({
    name: ['Ann', 'Anna'],
    role: ['manager', 'keyholder'],
    language: ['zh', 'en'],
  })
  await updateProjectNotifier(north, { ...edit, version: 2, phone: '13900000002', noEmail: true })
  expect(await unmaskProjectNotifier(north, { id })).toEqual({ phone: '13900000002', email: null })
  expect(await refusal(updateProjectNotifier(north, { ...edit, version: 1 }))).toMatchObject({ reason: 'staleVersion' })
  expect(await refusal(updateProjectNotifier(south, { ...edit, version: 3 }))).toMatchObject({ reason: 'notFound' })
})

test('mail needs an address, the app an account that belongs to the place', async () => {
  expect(await refusal(add('Ann', { methods: ['mail'] }))).toEqual({ reason: 'notHere', field: 'email' })
  expect(await refusal(add('Ann', { methods: ['app'] }))).toEqual({ reason: 'notHere', field: 'accountId' })
  const foreign = world.accounts.southAdmin.id
  expect(await refusal(add('Ann', { methods: ['app'], accountId: foreign }))).toEqual({ reason: 'notHere', field: 'accountId' })
  const id = await add('Ann', { methods: ['app', 'mail'], email: 'ann@example.com', accountId: world.accounts.northCustomer.id })
  expect((await list())[0]).toMatchObject({ id, accountId: world.accounts.northCustomer.id })
  const offered = (await accountsToNotify(north, { projectId })).map(({ value }) => value)
  expect(offered).toContain(world.accounts.northCustomer.id)
  expect(offered).toContain(world.accounts.northAdmin.id)
  expect(offered).not.toContain(world.accounts.southAdmin.id)
  expect(offered).not.toContain(world.accounts.northUser.id)
})

test('an order must name everybody; one based on an older list is refused and changes nothing', async () => {
  const [ann, ben, cid] = [await add('Ann'), await add('Ben'), await add('Cid')]
  await orderCalls(north, { projectId, ids: [cid, ann, ben] })
  expect(await order()).toEqual(['1 Cid', '2 Ann', '3 Ben'])
  expect((await lastAudit('projectNotifier.phoneSeq')).changes).toEqual({ seq: ['Ann → Ben → Cid', 'Cid → Ann → Ben'] })
  for (const ids of [
    [ann, ben],
    [ann, ben, await add('Elsewhere', { projectId: otherProject })],
  ])
    expect(await refusal(orderCalls(north, { projectId, ids }))).toEqual({ reason: 'precondition', field: 'ids' })
  expect(await order()).toEqual(['1 Cid', '2 Ann', '3 Ben'])
  expect(await refusal(orderCalls(south, { projectId, ids: [ann, ben, cid] }))).toMatchObject({ reason: 'notFound' })
})

test('two orders at once end in one of the two, without gaps', async () => {
  const [ann, ben, cid] = [await add('Ann'), await add('Ben'), await add('Cid')]
  await Promise.all([
    orderCalls(north, { projectId, ids: [ben, cid, ann] }),
    orderCalls(north, { projectId, ids: [cid, ben, ann] }),
  ])
  expect([
    ['1 Ben', '2 Cid', '3 Ann'],
    ['1 Cid', '2 Ben', '3 Ann'],
  ]).toContainEqual(await order())
})

test('people after a removed one move up', async () => {
  const [ann] = [await add('Ann'), await add('Ben'), await add('Cid')]
  await removeProjectNotifier(north, { id: ann })
  expect(await order()).toEqual(['1 Ben', '2 Cid'])
  expect((await lastAudit('projectNotifier.del')).changes).toEqual({ name: ['Ann', null] })
  await add('Dan')
  expect(await order()).toEqual(['1 Ben', '2 Cid', '3 Dan'])
})

test('the length of a call list is limited', async () => {
  for (let count = 0; count < 50; count++) await add(`Person ${count}`)
  expect(await refusal(add('One too many'))).toMatchObject({ reason: 'precondition' })
  expect((await list()).length).toBe(50)
})

describe('the words that callers say', () => {
  const words = { callerPassword: 'Ember', duressPassword: 'Maple' }
  /** Sets them as somebody does who has seen the present ones. */
  const setWords = async (ctx: Ctx, input: Parameters<typeof setCallerPasswords>[1]) => {
    const { updatedAt } = await callerPasswordsOf(ctx, { projectId: input.projectId })
    return setCallerPasswords(ctx, { ...input, ...(updatedAt === null ? {} : { updatedAt }) })
  }
  const audits = () =>
    world.db
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'company_id', 'changes'])
      .where('action', 'like', 'projectNotifier.%Passwords')
      .orderBy('id')
      .execute()

  test('are sealed, and visible only to those who may unmask, each time logged, without the words', async () => {
    const none = { password: false, duressPassword: false, updatedAt: null, updatedBy: null, setOutside: false }
    expect(await callerPasswordsOf(north, { projectId })).toEqual(none)
    expect(await showCallerPasswords(north, { projectId })).toEqual({ callerPassword: null, duressPassword: null })
    await setWords(north, { projectId, ...words })
    expect(await callerPasswordsOf(customer, { projectId })).toMatchObject({
      password: true,
      duressPassword: true,
      updatedBy: 'North Admin',
    })
    expect(await showCallerPasswords(north, { projectId })).toEqual(words)
    const stored = JSON.stringify(
      (await world.db.selectFrom('caller_password').selectAll().execute()).map((row) => String(row.password)),
    )
    expect(stored).not.toContain('Ember')
    await setWords(north, { projectId, callerPassword: 'Cedar' })
    expect(await showCallerPasswords(north, { projectId })).toEqual({ callerPassword: 'Cedar', duressPassword: null })
    await setWords(north, { projectId })
    expect(await callerPasswordsOf(north, { projectId })).toEqual(none)
    const rows = await audits()
    expect(rows.map(({ action }) => action.split('.')[1])).toEqual([
      'showPasswords',
      'setPasswords',
      'showPasswords',
      'setPasswords',
      'showPasswords',
      'setPasswords',
    ])
    expect(new Set(rows.map(({ object_id: of, company_id: company }) => `${of} ${company}`))).toEqual(
      new Set([`${projectId} ${world.companies.north.id}`]),
    )
    expect(JSON.stringify(rows)).not.toMatch(/Ember|Maple|Cedar/)
  })

  test('are not overwritten after somebody else has set them meanwhile', async () => {
    const none = await callerPasswordsOf(north, { projectId })
    expect(none.updatedAt).toBeNull()
    const both = await Promise.allSettled([
      setCallerPasswords(north, { projectId, ...words }),
      setCallerPasswords(customer, { projectId, callerPassword: 'Cedar' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { updatedAt } = await callerPasswordsOf(north, { projectId })
    const seen = { projectId, updatedAt: updatedAt ?? '' }
    world.clock.forward(1_000)
    await setCallerPasswords(north, { ...seen, ...words })
    const refused = await refusal(setCallerPasswords(customer, { ...seen, callerPassword: 'Cedar' }))
    expect(refused).toMatchObject({ reason: 'staleVersion' })
    expect(await showCallerPasswords(north, { projectId })).toEqual(words)
    await setWords(north, { projectId })
    expect(await refusal(setCallerPasswords(customer, { ...seen, ...words }))).toMatchObject({ reason: 'staleVersion' })
  })

  test('belong to one project, and the duress word must differ', async () => {
    for (const [more, field] of [
      [{ duressPassword: 'Maple' }, 'duressPassword'],
      [{ callerPassword: 'Maple', duressPassword: 'MAPLE' }, 'duressPassword'],
      // Words that sound the same on the phone.
      [{ callerPassword: 'Maple 12', duressPassword: 'maple-12' }, 'duressPassword'],
      [{ callerPassword: '红枫12', duressPassword: '红枫１２' }, 'duressPassword'],
    ] as const)
      expect(await refusal(setWords(north, { projectId, ...more }))).toEqual({ reason: 'notHere', field })
    await setWords(north, { projectId, ...words })
    expect(await callerPasswordsOf(south, { projectId })).toMatchObject({ password: false })
    expect(await refusal(showCallerPasswords(south, { projectId }))).toMatchObject({ reason: 'notFound' })
    expect(await refusal(setWords(south, { projectId, ...words }))).toMatchObject({ reason: 'notFound' })
    expect(await callerPasswordsOf(north, { projectId: otherProject })).toMatchObject({ password: false })
    // Nor does a company that has joined it, whatever was agreed.
    expect(opensJoined(endpoints.projectNotifier.showPasswords, enums.joinRight)).toBe(false)
  })

  test('name a private person by the first character, and tell when people of another company set them', async () => {
    await setWords(customer, { projectId, ...words })
    const shown = await callerPasswordsOf(north, { projectId })
    expect(shown).toMatchObject({ updatedBy: expect.stringMatching(/^.\*\*$/u), setOutside: false })
    await world.db
      .updateTable('caller_password')
      .set({ updated_by: world.accounts.southAdmin.id })
      .where('project_id', '=', projectId)
      .execute()
    expect(await callerPasswordsOf(north, { projectId })).toMatchObject({ setOutside: true })
    await world.db
      .updateTable('caller_password')
      .set({ updated_by: world.accounts.siterAdmin.id })
      .where('project_id', '=', projectId)
      .execute()
    expect(await callerPasswordsOf(north, { projectId })).toMatchObject({ setOutside: false })
  })
})
