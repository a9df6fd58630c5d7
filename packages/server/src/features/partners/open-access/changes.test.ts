import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Transaction } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { storeEvents } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addKey } from '../../../testing/keys.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { runHandOver } from '../../system/hand-over/run-hand-over.ts'
import { handOverProject } from '../../system/hand-over/start-hand-over.ts'
import { alarmChanges, faultChanges } from './changes.reads.ts'
import { createOpenAccess, updateOpenAccess } from './open-access.verbs.ts'
import { createKeys } from './key-callers.ts'
import { pageOpenAlarms } from './open-api.reads.ts'

let world: TestWorld
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

/** The context of a call with this secret. Null if it opens nothing. */
const ctxOf = async (secret: string): Promise<Ctx | null> => {
  const caller = await createKeys(world.db, world.clock).find(secret)
  return caller && { ...world.systemCtx, actor: caller.actor, scope: caller.scope, db: scoped(world.db, caller.scope) }
}
const opened = async (secret: string): Promise<Ctx> => {
  const ctx = await ctxOf(secret)
  if (!ctx) throw new Error('the key opens nothing')
  return ctx
}
const dayMs = 86_400_000
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * dayMs).toISOString()
type Input = InputOf<typeof endpoints.openAccess.create>
let named = 0
const keyInput = (more: Partial<Input> = {}): Input => ({
  name: `Partner ${++named}`,
  keyRights: ['alarm:read'],
  dataScope: 'branch',
  expiresAt: inDays(30),
  perMinute: 60,
  ...more,
})
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return [error.reason, error.field].filter(Boolean).join(' ')
    },
  )
const byNumber = (a: number, b: number): number => a - b

/** Stores the event of a change of an alarm in a transaction. */
const changed = (tx: Transaction<Tables>, site: Site, alarmId: number): Promise<void> =>
  storeEvents(
    tx,
    [
      {
        kind: 'alarm',
        change: 'raised',
        objectId: alarmId,
        owner: { path: site.owner.path, deviceId: site.device, projectId: site.project },
      },
    ],
    new Date(),
  )
const commit = (site: Site, alarmId: number): Promise<void> => world.db.transaction().execute((tx) => changed(tx, site, alarmId))

describe('following alarms', () => {
  let site: Site
  let key: Ctx
  let begin: string
  beforeAll(async () => {
    site = await addSite(world.db, world.companies.north)
    key = await opened((await addKey(world.db, world.companies.north)).secret)
  })
  const newAlarms = async (count: number, at = site): Promise<number[]> => {
    const ids: number[] = []
    for (let i = 0; i < count; i++) ids.push((await addAlarm(world.db, at)).id)
    return ids
  }
  const start = async (ctx = key): Promise<string> => (await alarmChanges(ctx, {})).next
  const poll = async (since: string, ctx = key, limit?: number) => {
    const { list, next, more } = await alarmChanges(ctx, { since, ...(limit === undefined ? {} : { limit }) })
    return { ids: list.map((row) => row.id), next, more }
  }

  test('a transaction that commits later is not missed, although its number is lower', async () => {
    const [early = 0, late = 0] = await newAlarms(2)
    begin = await start()
    const go = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    const slow = world.db.transaction().execute(async (tx) => {
      await changed(tx, site, early)
      stored.resolve()
      await go.promise
    })
    await stored.promise
    await commit(site, late)
    const first = await poll(begin)
    expect(first).toMatchObject({ ids: [late], more: false })
    const second = await poll(first.next)
    expect(second.ids).toEqual([])
    go.resolve()
    await slow
    const third = await poll(second.next)
    expect(third.ids).toEqual([early])
    expect((await poll(third.next)).ids).toEqual([])
    // What was asked before is answered alike.
    expect((await poll(begin)).ids.sort(byNumber)).toEqual([early, late].sort(byNumber))
  })

  test('many that commit in any order, and some that do not, all arrive, page by page', async () => {
    const ids = await newAlarms(40)
    const lost = await newAlarms(5)
    let since = await start()
    const seen: number[] = []
    let done = false
    const writers = Promise.all([
      ...ids.map((id, i) =>
        world.db.transaction().execute(async (tx) => {
          await changed(tx, site, id)
          await delay((i * 37) % 50)
        }),
      ),
      ...lost.map((id) =>
        world.db
          .transaction()
          .execute(async (tx) => {
            await changed(tx, site, id)
            throw new Error('broken off')
          })
          .catch(() => undefined),
      ),
    ]).then(() => (done = true))
    const waitUntilQuiet = async (): Promise<void> => {
      for (let quiet = false; !quiet;) {
        quiet = done
        const answer = await poll(since, key, 3)
        expect(answer.ids.length).toBeLessThanOrEqual(3)
        seen.push(...answer.ids)
        since = answer.next
        // A page reads to the moment of the first one.
        if (answer.ids.length > 0) quiet = false
      }
    }
    await Promise.all([writers, waitUntilQuiet()])
    expect([...seen].sort(byNumber)).toEqual(ids)
  })

  test('what changes while it is read page by page comes again', async () => {
    const [a = 0, b = 0, c = 0] = await newAlarms(3)
    const since = await start()
    for (const id of [a, b, c]) await commit(site, id)
    const first = await poll(since, key, 2)
    expect(first).toMatchObject({ ids: [a, b], more: true })
    await commit(site, a)
    const second = await poll(first.next, key, 2)
    expect(second).toMatchObject({ ids: [c], more: false })
    expect(await poll(second.next, key, 2)).toMatchObject({ ids: [a], more: false })
  })

  test('only what the key sees, of alarms only', async () => {
    const foreign = await addSite(world.db, world.companies.south)
    const [mine = 0] = await newAlarms(1)
    const [theirs = 0] = await newAlarms(1, foreign)
    const since = await start()
    await commit(foreign, theirs)
    await commit(site, mine)
    expect((await poll(since)).ids).toEqual([mine])
    expect((await faultChanges(key, { since })).list).toEqual([])
    const elsewhere = await addSite(world.db, world.companies.north)
    const chosen = await opened((await addKey(world.db, world.companies.north, { projects: [elsewhere.project] })).secret)
    expect((await poll(since, chosen)).ids).toEqual([])
  })

  test.each(['x', '1_2_3', '', '1_1_1_1.1_1.x', `1_1_1__${'9'.repeat(20)}`])('%j is no cursor', async (since) => {
    expect(await refusal(alarmChanges(key, { since }))).toBe('badRequest since')
  })

  test('ends after 20 hours, in another database, and after a restore that lost what it had seen', async () => {
    const [id = 0] = await newAlarms(1)
    await commit(site, id)
    const since = await start()
    const parts = since.split('_')
    const cluster = parts.with(1, '12345').join('_')
    expect(await refusal(alarmChanges(key, { since: cluster }))).toBe('cursorEnded since')
    const [witness = '', xid = ''] = (parts[3] ?? '').split('.')
    const restored = parts.with(3, `${witness}.${BigInt(xid) + 7n}`).join('_')
    expect(await refusal(alarmChanges(key, { since: restored }))).toBe('cursorEnded since')
    const old = parts.with(2, String(world.clock.now().getTime() - 20 * 3_600_000 - 1)).join('_')
    expect(await refusal(alarmChanges(key, { since: old }))).toBe('cursorEnded since')
    expect((await poll(since)).ids).toEqual([])
  })

  test('ends when the key is to see something else', async () => {
    const { id, secret } = await createOpenAccess(north, keyInput())
    world.clock.forward(1)
    const since = await start(await opened(secret))
    world.clock.forward(1)
    await updateOpenAccess(north, { id, version: 1, ...keyInput({ name: 'renamed' }) })
    expect((await poll(since, await opened(secret))).ids).toEqual([])
    await updateOpenAccess(north, { id, version: 2, ...keyInput({ name: 'renamed', dataScope: 'company' }) })
    expect(await refusal(alarmChanges(await opened(secret), { since }))).toBe('cursorEnded since')
  })

  test('ends when a project is handed over to or from what the key sees, and no alarm of it is shown any more', async () => {
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const moving = await addSite(world.db, world.companies.north)
    const [alarm = 0] = await newAlarms(1, moving)
    const [of, to, all] = await Promise.all(
      [world.companies.north, world.companies.south, world.companies.siter].map(async (company) =>
        opened((await addKey(world.db, company)).secret),
      ),
    )
    if (!of || !to || !all) throw new Error('no keys')
    const [fromOf, fromTo, fromAll] = [await start(of), await start(to), await start(all)]
    await commit(moving, alarm)
    const { name } = await world.db
      .selectFrom('project')
      .select('name')
      .where('id', '=', moving.project)
      .executeTakeFirstOrThrow()
    const { id } = await handOverProject(siter, {
      projectId: moving.project,
      companyId: world.companies.south.id,
      name,
      reason: 'The service contract changes hands',
    })
    await runHandOver(world.systemCtx, id)
    expect(await refusal(alarmChanges(of, { since: fromOf }))).toBe('cursorEnded since')
    expect(await refusal(alarmChanges(to, { since: fromTo }))).toBe('cursorEnded since')
    expect((await poll(fromAll, all)).ids).toEqual([alarm])
    const shownTo = async (ctx: Ctx) => (await pageOpenAlarms(ctx, { projectId: moving.project })).list.map((row) => row.id)
    expect([await shownTo(of), await shownTo(to)]).toEqual([[], [alarm]])
  })
})
