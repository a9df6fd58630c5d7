import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { removeAccount } from '../../people/account/account.verbs.ts'
import { setAccountEnabled } from '../../people/account/account-access.verbs.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { announceGaps } from './announce-gaps.ts'
import { createNote, readNotes } from './duty-note.verbs.ts'
import { createOverride, removeOverride } from './duty-override.verbs.ts'
import { createTeam, removeTeam, setTeamEnabled, updateTeam } from './duty-team.verbs.ts'
import { dutyCalendar, dutyNow, dutyWarnings } from './duty-calendar.reads.ts'
import { pageNotes } from './duty-note.reads.ts'
import { dutyAccounts, pageTeams, selectTeams, teamDetail } from './duty-team.reads.ts'
import { onDuty } from './on-duty.ts'
import { hour, iso, newPerson, refusal, twoShifts, type Create } from './duty.fixture.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let siter: Ctx
let engineer: Ctx
/** The start of the hour in which the test runs. */
let start: number
let people: number[]

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  engineer = await world.ctxOf(world.accounts.northEngineer)
})
afterAll(() => world.stop())
beforeEach(async () => {
  const stray = (world.clock.now().getTime() + 1) % hour
  world.clock.forward(hour - stray + 1_000)
  start = world.clock.now().getTime()
  await world.db.updateTable('duty_team').set({ deleted_at: new Date() }).execute()
  people = [await person('Ada'), await person('Ben'), await person('Cem')]
})

const person = (name: string): Promise<number> => newPerson(world, name)
const draft = (more: Partial<Create> = {}): Create => ({ ...twoShifts(people, start), ...more })
const lastAudit = (kind: string, id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'company_id', 'object_name'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const lastEvent = (id: number) =>
  world.db
    .selectFrom('live_event')
    .select(['change', 'path'])
    .where('kind', '=', 'duty')
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
const now = (): Date => world.clock.now()
const of = (id: number, at = now()) => onDuty(world.db, id, at)

describe('a team', () => {
  test('is created with its roster, which determines who is on duty now and next', async () => {
    const { id, gaps } = await createTeam(north, draft())
    expect(gaps).toEqual([])
    const [ada, ben, cem] = people
    expect(await of(id)).toEqual({ accountIds: [ada, ben], until: new Date(Math.floor(start / hour) * hour + 11 * hour) })
    expect((await of(id, new Date(start + 12 * hour))).accountIds).toEqual([cem])
    const [team] = await dutyNow(north)
    expect(team).toMatchObject({ id, onDuty: [{ id: ada }, { id: ben }], confirmers: [], next: [{ id: cem }] })
    expect(await lastAudit('duty_team', id)).toMatchObject({
      action: 'dutyTeam.create',
      company_id: world.companies.north.id,
      changes: { member_ids: [null, people], groups: [null, [expect.stringContaining('Ada'), expect.stringContaining('Cem')]] },
    })
    expect(await lastEvent(id)).toEqual({ change: 'created', path: world.companies.north.path })
    expect((await pageTeams(north, {})).list).toMatchObject([{ id, gap: null, shiftNames: ['First', 'Second'] }])
    expect(await selectTeams(north, {})).toMatchObject([{ value: id }])
    await createTeam(north, twoShifts([world.accounts.northAdmin.id, ...people.slice(1)], start))
    expect((await dutyNow(north)).map(({ confirmers }) => confirmers)).toContainEqual([world.accounts.northAdmin.id])
  })
  test('is edited by version; the log contains the changes, and the answer lists the gaps', async () => {
    const { id } = await createTeam(north, draft())
    const { shifts } = draft()
    const edit = { id, version: 1, ...draft({ shifts: shifts.slice(0, 1) }) }
    const { gaps } = await updateTeam(north, edit)
    expect(gaps).toHaveLength(14)
    expect(gaps[0]).toEqual({
      from: iso(Math.floor(start / hour) * hour + 11 * hour),
      to: iso(Math.floor(start / hour) * hour + 23 * hour),
      people: [],
    })
    expect(await lastAudit('duty_team', id)).toMatchObject({
      action: 'dutyTeam.update',
      changes: { shifts: [[expect.any(String), expect.any(String)], [expect.any(String)]] },
    })
    expect((await lastAudit('duty_team', id)).changes).not.toHaveProperty('groups')
    expect(await refusal(updateTeam(north, edit))).toMatchObject({ reason: 'staleVersion' })
    expect(await teamDetail(north, { id })).toMatchObject({ version: 2, gap: gaps[0], shifts: edit.shifts })
    expect((await updateTeam(north, { ...edit, version: 2, aroundTheClock: false })).gaps).toEqual([])
  })
  test('is refused at the field that does not fit', async () => {
    const { shifts } = draft()
    const [first, second] = shifts
    if (!first || !second) throw new Error('no shifts')
    const stranger = await person('Stranger')
    const customer = world.accounts.northCustomer.id
    const cases: [Partial<Create>, string, string][] = [
      [{ timeZone: 'Mars/Olympus' }, 'invalidInput', 'timeZone'],
      [{ shifts: [first, { ...second, name: 'First' }] }, 'notHere', 'shifts'],
      [{ shifts: [{ ...first, first: 2 }] }, 'notHere', 'shifts'],
      [{ groups: [[people[0] ?? 0], [stranger]] }, 'notHere', 'groups'],
      [{ memberIds: [...people, customer] }, 'notHere', 'memberIds'],
    ]
    for (const [more, reason, field] of cases)
      expect(await refusal(createTeam(north, draft(more))), JSON.stringify(more)).toMatchObject({ reason, field })
    const input = draft()
    await createTeam(north, input)
    expect(await refusal(createTeam(north, { ...input, name: input.name.toUpperCase() }))).toMatchObject({
      reason: 'duplicate',
      field: 'name',
    })
  })
  test('is seen by its company and those above it, never by a sibling', async () => {
    const { id } = await createTeam(siter, draft({ companyId: world.companies.north.id }))
    const seen = async (ctx: Ctx) => (await pageTeams(ctx, {})).list.map((team) => team.id)
    expect([await seen(north), await seen(siter), await seen(south)]).toEqual([[id], [id], []])
    expect([await dutyNow(south), await dutyWarnings(south), await selectTeams(south, {})]).toEqual([[], [], []])
    const mine = await world.ctxOf(world.accounts.northAgentAdmin)
    expect(await seen(mine)).toEqual([])
    expect(await refusal(createTeam(south, draft({ companyId: world.companies.north.id })))).toMatchObject({ reason: 'notFound' })
    expect(await refusal(removeTeam(south, { id }))).toMatchObject({ reason: 'notFound' })
    const offered = (await dutyAccounts(south, { keyword: 'Ada' })).map(({ value }) => value)
    expect(offered).toEqual([])
    expect((await dutyAccounts(north, { teamId: id })).map(({ value }) => value).toSorted((a, b) => a - b)).toEqual(
      people.toSorted((a, b) => a - b),
    )
  })
  test('that is disabled has nobody on duty and no gaps; both return afterwards', async () => {
    const { id } = await createTeam(north, draft({ shifts: draft().shifts.slice(0, 1) }))
    await setTeamEnabled(north, { id, enabled: false })
    expect(await lastAudit('duty_team', id)).toMatchObject({ action: 'dutyTeam.forbidden', changes: { enabled: [true, false] } })
    expect(await of(id)).toEqual({ accountIds: [], until: null })
    expect([await dutyNow(north), await dutyWarnings(north)]).toEqual([[], []])
    await setTeamEnabled(north, { id, enabled: true })
    expect((await of(id)).accountIds).toHaveLength(2)
    expect(await dutyWarnings(north)).toMatchObject([{ id }])
  })
  test('used by a notification rule cannot be deleted; any other can', async () => {
    const [used, free] = [(await createTeam(north, draft())).id, (await createTeam(north, draft())).id]
    const { id: company_id, path } = world.companies.north
    const steps = JSON.stringify([{ afterS: 0, receivers: [{ kind: 'callList' }, { kind: 'duty', teamId: used }] }])
    await world.db
      .insertInto('notify_rule' as never)
      .values({ company_id, path, name: 'Night fires', steps } as never)
      .execute()
    expect(await refusal(removeTeam(north, { id: used }))).toMatchObject({
      reason: 'inUse',
      params: { dependants: ['Night fires'] },
    })
    await removeTeam(north, { id: free })
    expect(await lastAudit('duty_team', free)).toMatchObject({ action: 'dutyTeam.del' })
    expect(await of(free)).toEqual({ accountIds: [], until: null })
  })
})

describe('a person who cannot come does not count', () => {
  test.each([
    ['disabled', { enabled: false }, 'disabled'],
    ['expired', { valid_until: new Date(0) }, 'expired'],
    ['deleted', { deleted_at: new Date() }, 'deleted'],
    ['not yet admitted', { pending: true }, 'disabled'],
  ])('%s', async (_what, change, absence) => {
    const { id } = await createTeam(north, draft())
    const [ada = 0, ben = 0, cem = 0] = people
    await world.db.updateTable('account').set(change).where('id', 'in', [ada, cem]).execute()
    expect((await of(id)).accountIds).toEqual([ben])
    const later = await of(id, new Date(start + 12 * hour))
    expect(later.accountIds).toEqual([])
    const [warning] = await dutyWarnings(north)
    expect(warning?.gaps).toHaveLength(14)
    expect(warning?.gaps[0]?.people).toMatchObject([{ id: cem, absence }])
  })
  test('from the moment at which the account ends', async () => {
    const { id } = await createTeam(north, draft({ groups: [[people[0] ?? 0], [people[2] ?? 0]] }))
    const ends = new Date(start + 2 * hour)
    await world.db
      .updateTable('account')
      .set({ valid_until: ends })
      .where('id', '=', people[0] ?? 0)
      .execute()
    expect(await of(id)).toEqual({ accountIds: [people[0]], until: ends })
    expect((await of(id, ends)).accountIds).toEqual([])
  })
  test('open consoles are told, once, of a gap that no edit has caused', async () => {
    const { id } = await createTeam(north, draft())
    await setAccountEnabled(north, 'staff', { id: people[2] ?? 0, enabled: false })
    await announceGaps(world.systemCtx)
    expect(await lastEvent(id)).toEqual({ change: 'gap', path: world.companies.north.path })
    const events = async () =>
      (
        await world.db
          .selectFrom('live_event')
          .select('id')
          .where('kind', '=', 'duty')
          .where('object_id', '=', String(id))
          .execute()
      ).length
    const before = await events()
    await announceGaps(world.systemCtx)
    // The period checked moves on with time, which is not a change.
    world.clock.forward(60_000)
    await announceGaps(world.systemCtx)
    expect(await events()).toBe(before)
    await setAccountEnabled(north, 'staff', { id: people[2] ?? 0, enabled: true })
    await announceGaps(world.systemCtx)
    expect(await events()).toBe(before + 1)
  })
  test('also when a company above is stopped, or the account is deleted', async () => {
    const { id } = await createTeam(north, draft())
    await removeAccount(north, 'staff', { id: people[0] ?? 0 })
    expect((await of(id)).accountIds).toEqual([people[1]])
    const { id: company } = world.companies.north
    const set = (enabled: boolean) => world.db.updateTable('company').set({ enabled }).where('id', '=', company).execute()
    await set(false)
    try {
      expect((await of(id)).accountIds).toEqual([])
    } finally {
      await set(true)
    }
  })
})

describe('changes of the roster', () => {
  const change = (teamId: number, more: object = {}) => ({
    teamId,
    startTime: iso(start + hour),
    endTime: iso(start + 3 * hour),
    accountId: people[2] ?? 0,
    insteadOfId: people[0] ?? 0,
    reason: 'ill',
    ...more,
  })
  test('replace one person by another, for a period', async () => {
    const { id } = await createTeam(north, draft())
    const made = await createOverride(north, change(id))
    const [ada, ben, cem] = people
    expect((await of(id)).accountIds).toEqual([ada, ben])
    expect((await of(id)).until).toEqual(new Date(start + hour))
    expect((await of(id, new Date(start + 2 * hour))).accountIds).toEqual([cem, ben])
    expect((await of(id, new Date(start + 4 * hour))).accountIds).toEqual([ada, ben])
    const calendar = await dutyCalendar(north, { id, startTime: iso(start), endTime: iso(start + 6 * hour) })
    expect(calendar.slots.map((slot) => slot.overrideIds)).toEqual([[], [made.id], []])
    expect(calendar.overrides).toMatchObject([{ id: made.id, accountId: cem, insteadOfId: ada, reason: 'ill' }])
    expect(await lastAudit('duty_override', made.id)).toMatchObject({
      action: 'dutyOverride.create',
      company_id: world.companies.north.id,
      changes: { account_id: [null, cem], instead_of_id: [null, ada], reason: [null, 'ill'] },
    })
  })
  test('fill a gap', async () => {
    const { id, gaps } = await createTeam(north, draft({ shifts: draft().shifts.slice(0, 1) }))
    const [gap] = gaps
    const { insteadOfId: _none, ...besides } = change(id, { startTime: gap?.from, endTime: gap?.to })
    await createOverride(north, besides)
    expect((await dutyWarnings(north))[0]?.gaps).toEqual(gaps.slice(1))
  })
  test('that overlap are refused, naming the other; adjacent ones are not', async () => {
    const { id } = await createTeam(north, draft())
    await createOverride(north, change(id))
    const later = { startTime: iso(start + 2 * hour), endTime: iso(start + 5 * hour) }
    const extra = await person('Extra')
    const cases: [object, string][] = [
      [{ ...later, accountId: extra }, 'insteadOfId'],
      [{ ...later, insteadOfId: people[1] }, 'accountId'],
      [{ ...later, accountId: extra, insteadOfId: people[2] }, 'insteadOfId'],
    ]
    for (const [more, field] of cases) {
      const { reason, params, ...at } = await refusal(createOverride(north, change(id, more)))
      expect({ reason, field: at.field }).toEqual({ reason: 'notHere', field })
      expect(String(params['reason'])).toContain(
        iso(start + hour)
          .slice(0, 16)
          .replace('T', ' '),
      )
    }
    await createOverride(north, change(id, { startTime: iso(start + 3 * hour), endTime: iso(start + 4 * hour) }))
    await createOverride(north, change(id, { ...later, accountId: extra, insteadOfId: people[1] }))
    // In another team, the same person may be part of a change.
    const other = await createTeam(north, draft())
    await createOverride(north, change(other.id, later))
  })
  test('that overlap and are saved at once: one is refused', async () => {
    const { id } = await createTeam(north, draft())
    const answers = await Promise.allSettled([createOverride(north, change(id)), createOverride(north, change(id))])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
  test('must be consistent', async () => {
    const { id } = await createTeam(north, draft())
    const cases: [object, string][] = [
      [{ endTime: iso(start + hour) }, 'endTime'],
      [{ startTime: iso(start - 5 * hour), endTime: iso(start - 4 * hour) }, 'endTime'],
      [{ endTime: iso(start + 40 * 24 * hour) }, 'endTime'],
      [{ accountId: people[0] }, 'accountId'],
      [{ accountId: world.accounts.northCustomer.id }, 'accountId'],
      [{ insteadOfId: world.accounts.northAdmin.id }, 'insteadOfId'],
    ]
    for (const [more, field] of cases)
      expect(await refusal(createOverride(north, change(id, more))), JSON.stringify(more)).toMatchObject({
        reason: 'notHere',
        field,
      })
    expect(await refusal(createOverride(south, change(id)))).toMatchObject({ reason: 'notFound' })
  })
  test('are withdrawn: completely before they begin, then from now on, and not afterwards', async () => {
    const { id } = await createTeam(north, draft())
    const ahead = await createOverride(north, change(id))
    await removeOverride(north, ahead)
    expect(await lastAudit('duty_override', ahead.id)).toMatchObject({
      action: 'dutyOverride.del',
      changes: { accountId: [people[2], null] },
    })
    expect((await of(id, new Date(start + 2 * hour))).accountIds).toEqual(people.slice(0, 2))
    const running = await createOverride(north, change(id))
    world.clock.forward(2 * hour)
    await removeOverride(north, running)
    expect((await of(id)).accountIds).toEqual(people.slice(0, 2))
    expect((await of(id, new Date(start + 1.5 * hour))).accountIds).toContain(people[2])
    expect(await refusal(removeOverride(north, running))).toMatchObject({ reason: 'precondition' })
    expect(await refusal(removeOverride(south, running))).toMatchObject({ reason: 'notFound' })
  })
})

describe('hand-over notes', () => {
  const as = (accountId: number): Ctx => ({ ...north, actor: { ...north.actor, accountId, issuer: null } })
  test('are written by the shift that leaves and confirmed by the one that comes', async () => {
    const { id } = await createTeam(north, draft())
    const [ada = 0, ben = 0, cem = 0] = people
    expect(await teamDetail(as(ada), { id })).toMatchObject({ mayNote: true })
    const note = await createNote(as(ada), { teamId: id, content: 'Panel 3 on test until noon' })
    expect(await lastAudit('duty_note', note.id)).toMatchObject({
      action: 'dutyNote.create',
      changes: { content: [null, 'Panel 3 on test until noon'] },
    })
    const page = async (who: number) => (await pageNotes(as(who), { teamId: id })).list
    expect(await page(cem)).toMatchObject([{ id: note.id, shiftName: 'First', reads: [], mayRead: false }])
    expect(await refusal(readNotes(as(cem), { ids: [note.id] }))).toMatchObject({ reason: 'notHere' })
    world.clock.forward(10.5 * hour)
    expect([await page(ada), await page(ben), await page(cem)].map(([row]) => row?.mayRead)).toEqual([false, false, true])
    for (const who of [ada, ben])
      expect(await refusal(readNotes(as(who), { ids: [note.id] }))).toMatchObject({ reason: 'notHere' })
    await readNotes(as(cem), { ids: [note.id] })
    await readNotes(as(cem), { ids: [note.id] })
    expect(await page(cem)).toMatchObject([{ mayRead: false, reads: [{ at: now().toISOString() }] }])
    expect((await page(cem))[0]?.reads).toHaveLength(1)
    expect(await lastAudit('duty_note', note.id)).toMatchObject({ action: 'dutyNote.read' })
    expect(await lastEvent(id)).toMatchObject({ change: 'noteRead' })
  })
  test('are written by nobody else, and not long afterwards', async () => {
    // The roster begins with the present shift, which may have begun yesterday.
    const { id } = await createTeam(north, draft({ startsOn: iso(start - hour).slice(0, 10) }))
    const [ada = 0, , cem = 0] = people
    expect(await refusal(createNote(north, { teamId: id, content: 'x' }))).toMatchObject({ reason: 'notHere', field: 'content' })
    const shiftFrom = iso(Math.floor(start / hour) * hour + 11 * hour)
    expect(await refusal(createNote(as(cem), { teamId: id, shiftFrom, content: 'x' }))).toMatchObject({ reason: 'notHere' })
    world.clock.forward(20 * hour)
    await createNote(as(ada), { teamId: id, content: 'late, but within a day' })
    await world.db
      .updateTable('duty_team')
      .set({ groups: JSON.stringify([[cem], [cem]]) })
      .where('id', '=', id)
      .execute()
    expect(await refusal(createNote(as(ada), { teamId: id, content: 'x' }))).toMatchObject({ reason: 'notHere' })
    expect(await refusal(createNote(south, { teamId: id, content: 'x' }))).toMatchObject({ reason: 'notFound' })
  })
})

test('a calendar covers at most two months', async () => {
  const { id } = await createTeam(north, draft())
  const span = (days: number) => dutyCalendar(north, { id, startTime: iso(start), endTime: iso(start + days * 24 * hour) })
  expect((await span(62)).slots.length).toBeGreaterThan(120)
  for (const days of [63, 0, -1]) expect(await refusal(span(days))).toMatchObject({ reason: 'notHere', field: 'endTime' })
})

test('somebody with a narrow data scope sees the teams they belong to', async () => {
  const member = await createTeam(north, draft({ memberIds: [...people, world.accounts.northEngineer.id] }))
  await createTeam(north, draft())
  const narrow = { ...engineer.scope, only: 'own' } as Ctx['scope']
  const ctx = { ...engineer, scope: narrow, db: scoped(world.db, narrow) }
  expect((await pageTeams(ctx, {})).list.map((team) => team.id)).toEqual([member.id])
  expect((await dutyNow(ctx)).map((team) => team.id)).toEqual([member.id])
})
