import { limits } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

export interface SiteHolder {
  readonly id: number
  readonly name: string
  readonly since: string
  /** They have not been seen for a while, so nobody has to wait for them. */
  readonly absent: boolean
}

const absentMs = limits.deskAbsentMinutes * 60_000

/** Who has taken a site. Locked, so that nobody takes it over during what follows. `db` is not scoped. */
export const siteHolder = async (db: Kysely<Tables>, projectId: number, at: Date): Promise<SiteHolder | undefined> => {
  const row = await db
    .selectFrom('desk_hold')
    .innerJoin('account', 'account.id', 'desk_hold.account_id')
    .select(['account.id', 'account.name', 'desk_hold.taken_at as since', 'desk_hold.seen_at'])
    .where('desk_hold.project_id', '=', projectId)
    .forShare('desk_hold')
    .executeTakeFirst()
  if (!row) return undefined
  const { seen_at: seenAt, ...holder } = row
  return { ...holder, absent: Math.abs(at.getTime() - Date.parse(seenAt)) > absentMs }
}
