import { DomainError, type AuditActionOf, type SiteEventData } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { openStates } from '../alarm/alarm.filter.ts'
import { recordSiteStep } from '../alarm/lifecycle/journey.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Write } from '../../../platform/transact.ts'
import type { Site } from './operators.ts'

/** The holder of a site, locked until the write ends. */
export const lockHold = (db: Kysely<Tables>, projectId: number) =>
  db
    .selectFrom('desk_hold')
    .innerJoin('account', 'account.id', 'desk_hold.account_id')
    .select(['account.id', 'account.name', 'desk_hold.taken_at as since', 'desk_hold.seen_at as seenAt'])
    .where('desk_hold.project_id', '=', projectId)
    .forUpdate('desk_hold')
    .executeTakeFirst()

type Hold = NonNullable<Awaited<ReturnType<typeof lockHold>>>

interface NewHolder {
  readonly id: number
  readonly givenBy: number | null
  readonly note: string | null
}

/**
 * Makes somebody the holder of a site if nobody holds it, they already do, or the person from whom it is taken still does.
 * @throws heldByOther naming the holder, also if two people take it at the same moment
 */
export const setHolder = async (
  write: Write,
  site: Site,
  { id, givenBy, note }: NewHolder,
  allowed: readonly (number | undefined)[],
): Promise<Hold | undefined> => {
  const { rows } = await sql<{ won: boolean }>`
    insert into desk_hold as h (project_id, account_id, taken_at, seen_at, given_by, note)
    values (${site.id}, ${id}, ${write.at}, ${write.at}, ${givenBy}, ${note})
    on conflict (project_id) do nothing returning true as won`.execute(write.systemDb)
  if (rows.length > 0) return undefined
  const hold = await lockHold(write.systemDb, site.id)
  // It was released at this very moment, so it is free now.
  if (!hold) return setHolder(write, site, { id, givenBy, note }, allowed)
  if (hold.id !== id && !allowed.includes(hold.id)) throw new DomainError('heldByOther', { who: hold.name, when: hold.since })
  const kept = hold.id === id
  await write.systemDb
    .updateTable('desk_hold')
    .set({ account_id: id, seen_at: write.at, ...(kept ? {} : { taken_at: write.at, given_by: givenBy, note }) })
    .where('project_id', '=', site.id)
    .execute()
  return hold
}

/** Updates the time at which the holder of a site was seen. Returns whether the account holds it. */
export const seenAgain = async (db: Kysely<Tables>, projectId: number, accountId: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('desk_hold')
    .set({ seen_at: at })
    .where('project_id', '=', projectId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Removes the holder of a site. */
export const removeHold = async (db: Kysely<Tables>, projectId: number): Promise<void> => {
  await db.deleteFrom('desk_hold').where('project_id', '=', projectId).execute()
}

/** Announces a change: to the open consoles, in the journeys of the site's open alarms, and in the audit log. */
export const announce = async (
  write: Write,
  site: Site,
  {
    action,
    change,
    holder,
    former,
    by,
  }: {
    action: AuditActionOf<'alarmDesk'>
    change: 'siteTaken' | 'siteReleased' | 'siteLapsed'
    holder: { id: number; name: string } | null
    former: { id: number; name: string } | null
    by: string | null
  },
): Promise<void> => {
  const data: SiteEventData = {
    projectId: site.id,
    projectName: site.name,
    holderId: holder?.id ?? null,
    holderName: holder?.name ?? null,
    formerId: former?.id ?? null,
    by,
  }
  write.emit({
    kind: 'alarm',
    change,
    objectId: null,
    owner: { path: site.path, customerId: site.customer_id, projectId: site.id },
    data: { ...data },
  })
  const detail = { who: (holder ?? former)?.name ?? '', by }
  await recordSiteStep(write, site.id, openStates, { step: holder ? 'siteTaken' : 'siteReleased', detail })
  write.audit({
    action,
    object: { kind: 'project', id: site.id, name: site.name },
    owner: { companyId: site.company_id, path: site.path },
    changes: { holder: [former?.name ?? null, holder?.name ?? null] },
  })
}
