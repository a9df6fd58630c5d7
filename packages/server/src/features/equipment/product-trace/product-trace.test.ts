import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { gatewayInScope } from '../gateway/find-gateway.ts'
import { moveDevice } from '../device/move-device.ts'
import { registerDevice } from '../device/register-device.ts'
import { deviceStory } from './device-story.ts'
import { pageTracedDevices, productTraceExport } from './product-trace.reads.ts'
import { recordTrace, type TraceEntry } from './record-trace.ts'
import { pageTraceLog, traceLogExport } from './trace-log.reads.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let south: Ctx
let northAgent: Ctx
let own: OwnedRows
let agents: OwnedRows
let foreign: OwnedRows

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  northAgent = await world.ctxOf(world.accounts.northAgentAdmin)
  own = await addOwnedRows(world.db, world.companies.north)
  agents = await addOwnedRows(world.db, world.companies.northAgent)
  foreign = await addOwnedRows(world.db, world.companies.south)
})
afterAll(() => world.stop())

let codes = 0
const gatewayCode = async (rows: OwnedRows) =>
  (await world.db.selectFrom('gateway').select('code').where('id', '=', Number(rows.gateway)).executeTakeFirstOrThrow()).code
/** A device registered where it reports, as from the list of unregistered devices. */
const registered = async (ctx: Ctx, rows: OwnedRows): Promise<{ id: number; code: string }> => {
  const code = `TR-${++codes}`
  const model = await world.db
    .selectFrom('device')
    .select('model_id')
    .where('id', '=', Number(rows.device))
    .executeTakeFirstOrThrow()
  const id = await transact(ctx, async (write) => {
    const gateway = await gatewayInScope(write, Number(rows.gateway))
    if (!gateway) throw new Error('no gateway')
    return registerDevice(ctx, write, { gateway, code, name: `Detector ${code}`, modelId: model.model_id })
  })
  return { id, code }
}
const move = (ctx: Ctx, code: string, rows: OwnedRows) =>
  transact(ctx, async (write) => {
    const gateway = await gatewayInScope(write, Number(rows.gateway))
    if (!gateway) throw new Error('no gateway')
    return moveDevice(ctx, write, { gateway, code })
  })
const record = (ctx: Ctx, { id, path }: WorldCompany, entries: readonly TraceEntry[]) =>
  transact(ctx, async (write) => {
    await recordTrace(write, entries)
    write.audit({ action: 'demo.seed', object: { kind: 'device', id: 1, name: '' }, owner: { companyId: id, path } })
  })
const stepsOf = async (ctx: Ctx, code: string) =>
  (await deviceStory(ctx, { code })).steps.map(({ step, fromPlace, toPlace }) => [step, fromPlace, toPlace])
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof DomainError ? error.reason : error),
  )

describe('recording', () => {
  test('is one statement for many steps, each with the present owner or the one given', async () => {
    const device = Number(own.device)
    const before = await world.db.selectFrom('device_trace').select('id').execute()
    await record(north, world.companies.north, [
      { deviceId: device, code: 'A', step: 'inStock' },
      { gatewayId: Number(own.gateway), code: 'G', step: 'activated', source: 'api', note: 'first contact' },
      {
        deviceId: device,
        code: 'A',
        step: 'unbound',
        from: 'Hall',
        owner: { companyId: world.companies.south.id, path: world.companies.south.path },
      },
    ])
    await record(north, world.companies.north, [])
    const rows = await world.db.selectFrom('device_trace').selectAll().orderBy('id').execute()
    const { project, customer } = own
    const mine = { company_id: world.companies.north.id, path: world.companies.north.path, actor_id: north.actor.accountId }
    expect(rows.slice(before.length)).toMatchObject([
      { ...mine, device_id: device, step: 'inStock', source: 'web', project_id: project, customer_id: customer },
      { ...mine, gateway_id: Number(own.gateway), device_id: null, step: 'activated', source: 'api', note: 'first contact' },
      { path: world.companies.south.path, step: 'unbound', from_place: 'Hall', project_id: null, customer_id: null },
    ])
  })

  test('is append-only: steps are neither changed nor deleted; only the path follows a company that moves', async () => {
    for (const statement of [
      sql`update device_trace set note = 'other'`,
      sql`update device_trace set step = 'moved' where true`,
      sql`delete from device_trace`,
      sql`truncate device_trace`,
    ])
      await expect(statement.execute(world.db)).rejects.toThrow(/kept|permission|refused/)
    await sql`update device_trace set path = path`.execute(world.db)
  })

  test('by the system names no operator', async () => {
    const systemCtx = { ...world.systemCtx }
    await record(systemCtx, world.companies.north, [
      { deviceId: Number(own.device), code: 'SYS', step: 'firmware', to: '1.2.003' },
    ])
    const { list } = await pageTraceLog(north, { keyword: 'SYS' })
    expect(list).toMatchObject([{ step: 'firmware', operator: null, source: 'system', toPlace: '1.2.003' }])
  })
})

describe('the story', () => {
  test('of a device begins where it is registered, follows it to another gateway, and holds its alarms and faults', async () => {
    const { id, code } = await registered(north, own)
    const second = await world.db
      .selectFrom('gateway')
      .selectAll()
      .where('id', '=', Number(own.gateway))
      .executeTakeFirstOrThrow()
    const { id: _id, ...copy } = second
    const other = await world.db
      .insertInto('gateway')
      .values({ ...copy, code: `${second.code}-B` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await move(north, code, { ...own, gateway: other.id })
    await world.db.updateTable('alarm').set({ device_id: id }).where('id', '=', Number(own.alarm)).execute()
    await world.db.updateTable('fault').set({ device_id: id }).where('id', '=', Number(own.fault)).execute()
    const story = await deviceStory(north, { code: ` ${code.toLowerCase()} ` })
    expect(story).toMatchObject({ kind: 'device', code, now: { traceState: 'installed', gatewayCode: `${second.code}-B` } })
    const steps = story.steps.map(({ step }) => step)
    expect(steps.toSorted()).toEqual(['alarm', 'fault', 'moved', 'registered'])
    expect(story.steps.find(({ step }) => step === 'moved')).toMatchObject({
      fromPlace: second.code,
      toPlace: `${second.code}-B`,
      operator: 'North Admin',
      source: 'web',
    })
    expect(story.steps.find(({ step }) => step === 'alarm')).toMatchObject({ alarmId: own.alarm, state: 'unconfirmed' })
    const times = story.steps.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('contains no alarms and faults for somebody who may not see them', async () => {
    const code = (
      await world.db.selectFrom('device').select('code').where('id', '=', Number(agents.device)).executeTakeFirstOrThrow()
    ).code
    const blind = { ...northAgent, actor: { ...northAgent.actor, operations: new Set(['productTrace:view']) } } as Ctx
    expect((await stepsOf(northAgent, code)).map(([step]) => step)).toEqual(expect.arrayContaining(['alarm', 'fault']))
    expect(await stepsOf(blind, code)).toEqual([])
  })

  test('goes across replacements, from either of them', async () => {
    const [old, fresh] = [await registered(north, own), await registered(north, own)]
    await world.db.updateTable('device').set({ replaces_id: old.id }).where('id', '=', fresh.id).execute()
    await record(north, world.companies.north, [
      { deviceId: old.id, code: old.code, step: 'replaced', to: fresh.code },
      { deviceId: fresh.id, code: fresh.code, step: 'replaces', from: old.code },
    ])
    for (const { code } of [old, fresh]) {
      const story = await deviceStory(north, { code })
      expect(story.chain.map((link) => link.code)).toEqual([old.code, fresh.code])
      expect(story.steps.map(({ step, code: of }) => `${step} ${of}`).sort()).toEqual(
        [`registered ${old.code}`, `registered ${fresh.code}`, `replaced ${old.code}`, `replaces ${fresh.code}`].sort(),
      )
    }
  })

  test('of a gateway is its own', async () => {
    const code = await gatewayCode(foreign)
    await record(south, world.companies.south, [{ gatewayId: Number(foreign.gateway), code, step: 'bound', to: 'Mill' }])
    expect(await deviceStory(south, { code })).toMatchObject({
      kind: 'gateway',
      steps: [{ step: 'bound', toPlace: 'Mill' }],
      chain: [],
    })
  })
})

describe('between companies', () => {
  test('a device that moved away keeps its earlier steps for the earlier owner, up to the move and no further', async () => {
    const { id, code } = await registered(siter, own)
    // Only the operating company sees both ends.
    await move(siter, code, foreign)
    await record(south, world.companies.south, [{ deviceId: id, code, step: 'disabled', note: 'of the later owner' }])
    const [here, there] = [await gatewayCode(own), await gatewayCode(foreign)]

    const before = await deviceStory(north, { code })
    expect(before.now).toBeNull()
    expect(before.chain).toEqual([])
    expect(before.steps.map(({ step, fromPlace, toPlace }) => [step, fromPlace, toPlace])).toEqual([
      ['moved', here, null],
      ['registered', null, here],
    ])
    // Neither the place nor the name of the company that has it now.
    expect(JSON.stringify(before)).not.toContain(there)
    expect(JSON.stringify(before)).not.toContain('South')

    expect(await stepsOf(south, code)).toEqual([
      ['disabled', null, null],
      ['moved', null, there],
    ])
    expect(JSON.stringify(await deviceStory(south, { code }))).not.toContain(here)
    expect(await stepsOf(siter, code)).toEqual([
      ['disabled', null, null],
      ['moved', here, there],
      ['registered', null, here],
    ])
    expect((await pageTraceLog(north, { keyword: code })).list.map(({ step }) => step)).toEqual(['moved', 'registered'])
    expect((await traceLogExport.page(south, { keyword: code })).list).toHaveLength(2)
    expect((await pageTracedDevices(north, { keyword: code })).total).toBe(0)
    expect((await pageTracedDevices(south, { keyword: code })).total).toBe(1)
  })

  test('a company below sees nothing of the one above, and a sibling’s code looks unknown', async () => {
    const { code } = await registered(north, own)
    expect(await refusal(deviceStory(northAgent, { code }))).toBe('deviceMissing')
    expect(await refusal(deviceStory(south, { code }))).toBe('deviceMissing')
    expect(await refusal(deviceStory(south, { code: 'NO-SUCH-CODE' }))).toBe('deviceMissing')
    expect((await pageTraceLog(northAgent, { keyword: code })).total).toBe(0)
    expect((await deviceStory(north, { code: (await registered(northAgent, agents)).code })).now).not.toBeNull()
  })
})

test('the query finds by code, range, batch, model, state and project', async () => {
  const found = await Promise.all([registered(north, own), registered(north, own), registered(north, own)])
  const [first, second, third] = found
  const ids = found.map(({ id }) => id)
  await world.db.updateTable('device').set({ batch: 'LOT-7' }).where('id', 'in', ids).execute()
  await world.db
    .updateTable('device')
    .set({ project_id: null })
    .where('id', '=', second?.id ?? 0)
    .execute()
  await world.db
    .updateTable('device')
    .set({ scrapped_at: new Date(), project_id: null })
    .where('id', '=', third?.id ?? 0)
    .execute()
  const codesOf = async (input: Parameters<typeof pageTracedDevices>[1]) =>
    (await pageTracedDevices(north, input)).list.map(({ code }) => code).toSorted()
  const all = found.map(({ code }) => code).toSorted()
  expect(await codesOf({ batch: 'LOT-7' })).toEqual(all)
  expect(await codesOf({ codeFrom: all[1]?.toLowerCase() ?? '', codeTo: all[2] ?? '', batch: 'LOT-7' })).toEqual(all.slice(1))
  expect(await codesOf({ batch: 'LOT-7', traceState: 'inStock' })).toEqual([second?.code])
  expect(await codesOf({ batch: 'LOT-7', traceState: 'scrapped' })).toEqual([third?.code])
  expect(await codesOf({ batch: 'LOT-7', projectId: Number(own.project) })).toEqual([first?.code])
  expect((await pageTracedDevices(north, { keyword: first?.code ?? '' })).list).toMatchObject([
    { batch: 'LOT-7', traceState: 'installed', lastStep: 'registered', companyName: 'North Distributor' },
  ])
  expect((await productTraceExport.page(north, { batch: 'LOT-7' })).list).toHaveLength(3)
  expect(await codesOf({ batch: 'LOT-8' })).toEqual([])
})
