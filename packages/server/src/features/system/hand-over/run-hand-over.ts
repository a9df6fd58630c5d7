import { sql, type Selectable, type Transaction, type Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { jobKind } from '../../../platform/jobs.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { HandOverTable } from '../../../tables/hand-over.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { rightsChanged } from '../../base/access/end-sessions.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { endStrayPushes } from '../../partners/project-push/end-pushes.ts'
import { causesOfMoved } from '../../alarms/notify-cause/missed-causes.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { copyCustomer } from '../../people/customer/copy-customer.ts'
import { inBranch, endedAssignments, endedBindings, endedReceivers } from './hand-over.rules.ts'
import { moveRows, type Moved } from './move-rows.ts'
import { companyPlaces, projectPlaces, type Places } from './places.ts'
import { refusalsOf } from './refusals.ts'

export const handOverKind = jobKind<{ handOverId: number }>('handOver')

type Row = Selectable<HandOverTable>
/** Why the program failed; the console puts it into words. */
type HandOverError = 'internal' | 'notSettled'

/** A report under way with the old owner is stored within this time, and is then moved too. */
const settleMs = 5_000
/** Much longer than other statements, because a million rows are moved in one transaction. */
const timeout = '30min'

const placesOf = (tx: Transaction<Tables>, row: Row): Promise<Places | undefined> =>
  row.kind === 'project'
    ? projectPlaces(tx, { projectId: row.project_id ?? 0, companyId: row.to_company_id, customerId: row.customer_id })
    : companyPlaces(tx, tx, { companyId: row.moved_company_id ?? 0, parentId: row.to_company_id })

const ended = async (write: Write, row: Row, changes: Updateable<HandOverTable>): Promise<void> => {
  await write.systemDb
    .updateTable('hand_over')
    .set({ ...changes, version: row.version + 1, updated_at: write.at })
    .where('id', '=', row.id)
    .execute()
}

/** The project's customer at its new company: the one that was chosen there, or a copy. */
const newCustomer = (write: Write, { customer, to, newPath }: Places, row: Row): number | Promise<number> =>
  row.customer_id ?? copyCustomer(write, customer?.id ?? 0, { id: to.id, path: newPath }, row.created_by)

/** Updates people who lose access, and those whose place changes. Their streams follow at once. */
const changePeople = async (write: Write, places: Places): Promise<void> => {
  const tx = write.systemDb
  const { rows } = await sql<{ account_id: number }>`
    delete from account_project where ${endedAssignments(places)} returning account_id`.execute(tx)
  await sql`delete from project_admin where ${endedAssignments(places, 'project_admin')}`.execute(tx)
  await sql`update project_notifier set account_id = null where ${endedReceivers(places)}`.execute(tx)
  await sql`delete from device_user where ${endedBindings(places)}`.execute(tx)
  const moved =
    places.kind === 'company'
      ? (await sql<{ id: number }>`select id from account where ${inBranch(places.oldPath)}`.execute(tx)).rows
      : []
  const ids = [...new Set([...rows.map((row) => row.account_id), ...moved.map((row) => row.id)])]
  for (let i = 0; i < ids.length; i += 1_000) rightsChanged(write, ids.slice(i, i + 1_000))
}

/** Makes every ingest process drop its cached gateways, and consoles on both sides reread everything. */
const announce = async (write: Write, places: Places): Promise<void> => {
  await invalidateGatewayCache(write.systemDb)
  for (const path of new Set([places.oldPath, places.newPath, places.from.path, places.to.path]))
    write.emit({
      kind: 'refresh',
      change: 'handedOver',
      objectId: null,
      owner: { path, projectId: places.kind === 'project' ? places.id : null },
    })
}

/** The place whose open alarms now belong to the new company, whose rules start for them. */
const placeOf = ({ kind, id, newPath }: Places) => (kind === 'project' ? { projectId: id } : { path: newPath })

const changesOf = (moved: Moved): Record<string, [unknown, unknown]> =>
  Object.fromEntries(Object.entries(moved).map(([table, rows]) => [table, [null, rows]]))

const perform = (ctx: Ctx, row: Row): Promise<void> =>
  transact(ctx, async (write) => {
    const tx = write.systemDb
    await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(tx)
    const places = await placesOf(tx, row)
    const [refusal] = places ? await refusalsOf(tx, places, ctx.locale, write.at, row.id) : ['—']
    const object = { kind: 'hand_over', id: row.id, name: row.object_name } as const
    const owner = { companyId: row.company_id, path: row.path }
    if (!places || refusal !== undefined) {
      await ended(write, row, { state: 'failed', error: refusal ?? '—', finished_at: write.at })
      write.audit({ action: 'handOver.fail', object, owner, result: refusal ?? 'gone' })
      return
    }
    await lockOwner(tx, places.to.id)
    // People are found by the company's path, so this comes while the old path is still everywhere.
    await changePeople(write, places)
    const customerId = places.kind === 'company' ? null : await newCustomer(write, places, row)
    const moved = await moveRows(tx, places, customerId)
    if (places.kind === 'company')
      await sql`update company set parent_id = ${places.to.id}, version = version + 1 where id = ${places.id}`.execute(tx)
    else await sql`update project set version = version + 1 where id = ${places.id}`.execute(tx)
    // Nothing more of what moved goes to the former owner's third parties.
    await endStrayPushes(write)
    await causesOfMoved(tx, placeOf(places), write.at)
    await ended(write, row, { state: 'settling', attempts: 0, moved: JSON.stringify(moved), customer_id: customerId })
    await announce(write, places)
    write.job(handOverKind, { handOverId: row.id }, { startAfter: new Date(write.at.getTime() + settleMs) })
    const changes: Record<string, [unknown, unknown]> = { company: [places.from.name, places.to.name], ...changesOf(moved) }
    write.audit({ action: 'handOver.finish', object, owner, changes })
  })

/** Locks what is moved, so that nobody else moves it before this write ends. */
const lockMoved = async (tx: Transaction<Tables>, { kind, project_id, moved_company_id }: Row): Promise<void> => {
  await tx
    .selectFrom<'project' | 'company'>(kind)
    .select('id')
    .where('id', '=', kind === 'project' ? project_id : moved_company_id)
    .forNoKeyUpdate()
    .execute()
}

/** Moves what was meanwhile stored with the old owner by a process that did not know of the move. */
const settle = (ctx: Ctx, row: Row): Promise<void> =>
  transact(ctx, async (write) => {
    const tx = write.systemDb
    await lockMoved(tx, row)
    const places = await placesOf(tx, row)
    const late: Moved = {}
    // If it was handed on meanwhile, the later hand-over moves what came late.
    if (places?.from.id === row.to_company_id) {
      const from = await tx
        .selectFrom('company')
        .select(['id', 'name', 'path', 'type'])
        .where('id', '=', row.from_company_id)
        .executeTakeFirst()
      const oldPath = row.kind === 'project' ? (from?.path ?? '') : `${from?.path ?? ''}.${places.id}`
      if (from && oldPath !== places.newPath)
        Object.assign(late, await moveRows(tx, { ...places, from, oldPath }, row.customer_id))
      if (Object.keys(late).length > 0) {
        await causesOfMoved(tx, placeOf(places), write.at)
        await announce(write, { ...places, oldPath })
      }
    }
    await ended(write, row, { state: 'done', error: null, finished_at: write.at })
    write.audit({
      action: 'handOver.finish',
      object: { kind: 'hand_over', id: row.id, name: row.object_name },
      owner: { companyId: row.company_id, path: row.path },
      changes: changesOf(late),
    })
  })

/** After this many attempts, the person who started it is notified and may try again. The queue makes one more attempt than this. */
const mostAttempts = 5

const giveUp = (ctx: Ctx, row: Row, error: HandOverError = 'internal'): Promise<void> =>
  transact(ctx, async (write) => {
    await ended(write, row, { state: 'failed', error, finished_at: write.at })
    const object = { kind: 'hand_over', id: row.id, name: row.object_name } as const
    write.audit({ action: 'handOver.fail', object, owner: { companyId: row.company_id, path: row.path }, result: error })
  })

const countAttempt = async (ctx: Ctx, id: number, state: Row['state']): Promise<number> => {
  const { attempts } = await ctx.systemDb
    .updateTable('hand_over')
    .set((e) => ({ state, attempts: e('attempts', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/**
 * The job. Everything moves in one transaction, so a process that crashes leaves nothing half done: the job starts again. Closed rows move
 * first; rows written by reports move last and are held only for a moment.
 */
export const runHandOver = async (ctx: Ctx, id: number): Promise<void> => {
  const row = await ctx.systemDb.selectFrom('hand_over').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || row.state === 'done') return
  if (row.state === 'settling' || isUnsettled(row)) {
    const attempts = await countAttempt(ctx, id, row.state)
    if (row.state === 'settling' && attempts > mostAttempts) return giveUp(ctx, row, 'notSettled')
    return settle(ctx, row)
  }
  if (row.state === 'failed') return
  if ((await countAttempt(ctx, id, 'running')) > mostAttempts) return giveUp(ctx, row)
  await perform(ctx, row)
}

/** It has moved, but what was meanwhile stored with the former owner has not. */
const isUnsettled = ({ state, error }: Row): boolean => state === 'failed' && error === ('notSettled' satisfies HandOverError)

const minuteMs = 60_000

/**
 * Retries what did not settle: at first every minute and, once shown as failed, every hour, because until then late rows do not belong to
 * the new owner.
 */
export const settleLate = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now().getTime()
  const before = (ms: number): string => new Date(now - ms).toISOString()
  const late = await ctx.systemDb
    .selectFrom('hand_over')
    .select('id')
    .where((e) =>
      e.or([
        e('state', '=', 'settling').and('updated_at', '<', before(minuteMs)),
        e('state', '=', 'failed')
          .and('error', '=', 'notSettled' satisfies HandOverError)
          .and('updated_at', '<', before(60 * minuteMs)),
      ]),
    )
    .orderBy('id')
    .execute()
  await oneByOne(late, ({ id }) => runHandOver(ctx, id))
}
