import type { LiveKind } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { peopleOfObjects, placedObjects } from '../tables/reach.ts'
import { appendAudit, type AuditEntry } from './audit.ts'
import type { Ctx } from './context.ts'
import { giveUpOnLocks } from './database/locks.ts'
import { scoped } from './database/scope.ts'
import type { JobKind, JobOptions } from './jobs.ts'
import { idsOf, inSpan, type OpenSpan } from './tracing/spans.ts'

/** A live event of a write. `owner` decides who sees it, `accountId` narrows it to one account. */
export interface EventDraft {
  readonly kind: LiveKind
  readonly change: string
  readonly objectId: number | string | null
  readonly owner: {
    readonly path: string
    readonly customerId?: number | null
    readonly deviceId?: number | null
    readonly accountId?: number | null
    /** Null: it happened in no project. Left out: looked up by the device or the object. */
    readonly projectId?: number | null
  }
  readonly data?: Readonly<Record<string, unknown>>
}

/** One write: everything recorded here is committed together with the change, or not at all. */
export interface Write {
  /** Within the actor's scope. */
  readonly db: Kysely<Tables>
  /** Not scoped; same transaction. */
  readonly systemDb: Transaction<Tables>
  /** The time of this write, the same for all its rows. */
  readonly at: Date
  /** The acting account, for the columns that record who created or changed a row. Null for the system. */
  readonly by: number | null
  audit(entry: AuditEntry): void
  emit(event: EventDraft): void
  job<Payload extends object>(kind: JobKind<Payload>, payload: Payload, options?: JobOptions): void
}

/** The channel that announces new live events to all processes. */
export const liveChannel = 'emberwatch_live'

const objectId = sql`object_id::bigint`

const projectIn = (table: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${sql.ref(`${table}.project_id`)} from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id})`

const byKind = (answers: Iterable<readonly [kind: string, answer: RawBuilder<unknown>]>): RawBuilder<unknown> =>
  sql.join(
    [...answers].map(([kind, answer]) => sql`when kind = ${sql.lit(kind)} then ${answer}`),
    sql` `,
  )

/** The project of an event that does not name it: its device's or its object's. */
const { device, ...placed } = placedObjects
const projectOfEvent = sql`
  when device_id is not null then ${projectIn(device, sql`device_id`)} when kind = 'project' then ${objectId}
  ${byKind(Object.entries(placed).map(([kind, table]) => [kind, projectIn(table, objectId)]))}`

const peopleOfEvent = byKind(Object.entries(peopleOfObjects).map(([kind, people]) => [kind, sql`array(${people(objectId)})`]))

/** Stores live events in a transaction and wakes every process when it commits. */
export const storeEvents = async (tx: Transaction<Tables>, events: readonly EventDraft[], at: Date): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ kind, change, objectId, owner, data = {} }) => ({
    path: owner.path,
    customer_id: owner.customerId ?? null,
    device_id: owner.deviceId ?? null,
    account_id: owner.accountId ?? null,
    project_id: owner.projectId ?? null,
    project_known: owner.projectId !== undefined,
    kind,
    object_id: objectId === null ? null : String(objectId),
    change,
    data,
  }))
  // One statement, because every write and every fire waits for it. Its text does not depend on the number of events, so it can be
  // prepared.
  await sql`
    with stored as (
      insert into live_event (at, path, customer_id, device_id, account_id, kind, object_id, change, data, project_id, people)
      select ${at}, path, customer_id, device_id, account_id, kind, object_id, change, data,
        case when project_known then project_id ${projectOfEvent} end,
        case ${peopleOfEvent} end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as event (path text, customer_id bigint, device_id bigint,
        account_id bigint, project_id bigint, project_known boolean, kind text, object_id text, change text, data jsonb))
    select pg_notify(${liveChannel}, '')`.execute(tx)
}

/**
 * Runs one write as a transaction: {change · audit rows · live events · jobs}. A write without an audit entry is rolled back:
 * every write leaves one (domain.md, "Audit").
 * @throws whatever `work` throws, after rolling back
 */
export const transact = async <T>(ctx: Ctx, work: (write: Write) => Promise<T>): Promise<T> =>
  ctx.openWrite
    ? work(ctx.openWrite as Write)
    : inSpan(
        'transaction',
        () => ({}),
        (span) => transaction(ctx, work, span),
      )

/** Thrown in a write that finds nothing to do, for example because another process was first. `transactBriefly` rolls it back quietly. */
export class NothingToDo extends Error {}

/**
 * A write of the program itself, which works for many companies: it gives up on locks and leaves what is locked for the next look.
 * @returns undefined if there was nothing to do
 * @throws what `isLockTimeout` recognizes, and whatever `work` throws
 */
export const transactBriefly = async <T>(ctx: Ctx, work: (write: Write) => Promise<T>): Promise<T | undefined> => {
  try {
    return await transact(ctx, async (write) => {
      await giveUpOnLocks(write.systemDb)
      return work(write)
    })
  } catch (error) {
    if (error instanceof NothingToDo) return undefined
    throw error
  }
}

/** Like `transact`, for loops that look at the same rows again and again: a look at which nothing happens leaves no audit entry. */
export const transactQuietly = <T>(ctx: Ctx, work: (write: Write) => Promise<T>): Promise<T> =>
  transaction(ctx, work, undefined, false)

/** The context of a call that reads and writes within an open write and is committed with it. */
export const joining = (ctx: Ctx, write: Write): Ctx => ({ ...ctx, db: write.db, systemDb: write.systemDb, openWrite: write })

const transaction = async <T>(
  ctx: Ctx,
  work: (write: Write) => Promise<T>,
  span: OpenSpan | undefined,
  mustAudit = true,
): Promise<T> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    const audits: AuditEntry[] = []
    const events: EventDraft[] = []
    const jobs: (() => Promise<unknown>)[] = []
    const at = ctx.clock.now()
    const answer = await work({
      db: scoped(tx, ctx.scope),
      systemDb: tx,
      at,
      by: ctx.actor.accountId,
      audit: (entry) => audits.push(entry),
      emit: (event) => events.push(event),
      job: (kind, payload, options) => jobs.push(() => ctx.jobs.send(tx, kind, payload, options)),
    })
    if (mustAudit && audits.length === 0) throw new Error('a write recorded no audit entry')
    for (const send of jobs) await send()
    await storeEvents(tx, events, at)
    await appendAudit(tx, audits, ctx.actor, ctx.origin, at)
    span?.set({
      'audit.actions': [...new Set(audits.map(({ action }) => action))].join(' '),
      ...idsOf(audits.map(({ object }) => object)),
    })
    return answer
  })
