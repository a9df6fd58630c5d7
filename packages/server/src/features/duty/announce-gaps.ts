import type { Kysely } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { giveUpOnLocks } from '../../platform/database/locks.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { storeEvents, type Write } from '../../platform/transact.ts'
import type { Tables } from '../../tables/index.ts'
import { gapsOf, type Gap } from './duty-gaps.ts'
import { loadTeams, type LoadedTeam } from './load-teams.ts'
import { aheadOf } from './on-duty.ts'

/** The times of the next days at which nobody of an enabled team is on duty. */
export const gapsAhead = (team: LoadedTeam, at: Date): Gap[] =>
  team.enabled ? gapsOf(team.roster, team.overrides, aheadOf(at), team.hearsUntil) : []

/** The gaps in short. Where one is cut off by now or by the end of what is looked at, that moves on and is no change. */
const markOf = (gaps: readonly Gap[], at: Date): string => {
  const { from, to } = aheadOf(at)
  return gaps.map((gap) => `${gap.from === from ? '' : gap.from}-${gap.to === to ? '' : gap.to}`).join()
}

/** Within a write to a team: remembers its gaps, and makes open consoles read them anew. Answers them. */
export const announceTeam = async (
  write: Write,
  id: number,
  change: string,
): Promise<{ team: LoadedTeam | undefined; gaps: Gap[] }> => {
  const [team] = await loadTeams(write.systemDb, [id], aheadOf(write.at))
  const gaps = team ? gapsAhead(team, write.at) : []
  const row = await write.systemDb
    .updateTable('duty_team')
    .set({ gap_mark: markOf(gaps, write.at) })
    .where('id', '=', id)
    .returning('path')
    .executeTakeFirstOrThrow()
  write.emit({ kind: 'duty', change, objectId: id, owner: { path: row.path, projectId: null } })
  return { team, gaps }
}

const batch = 200

/** What somebody has locked is looked at again within a minute. */
const lockMs = 300

const announceChanged = async (systemDb: Kysely<Tables>, ids: readonly number[], at: Date): Promise<void> => {
  const teams = await loadTeams(systemDb, ids, aheadOf(at))
  const marks = await systemDb.selectFrom('duty_team').select(['id', 'gap_mark']).where('id', 'in', ids).execute()
  const before = new Map(marks.map(({ id, gap_mark }) => [id, gap_mark]))
  await oneByOne(teams, async (team) => {
    const mark = markOf(gapsAhead(team, at), at)
    const known = before.get(team.id) ?? ''
    if (mark === known) return
    await systemDb.transaction().execute(async (tx) => {
      await giveUpOnLocks(tx, lockMs)
      // An edit of the team meanwhile announces it; of two processes one does.
      const { numUpdatedRows } = await tx
        .updateTable('duty_team')
        .set({ gap_mark: mark })
        .where('id', '=', team.id)
        .where('gap_mark', '=', known)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await storeEvents(tx, [{ kind: 'duty', change: 'gap', objectId: team.id, owner: { path: team.path, projectId: null } }], at)
    })
  })
}

/**
 * Tells open consoles when the gaps of a team have changed without anybody having touched it: time goes on, accounts are disabled, expire, or come back.
 * The system's own job. A team that fails keeps no other waiting, and is thrown about at the end.
 */
export const announceGaps = async ({ systemDb, clock }: Pick<Ctx, 'systemDb' | 'clock'>): Promise<void> => {
  const teamsAfter = (after: number) =>
    systemDb
      .selectFrom('duty_team')
      .select('id')
      .where('id', '>', after)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(batch)
      .execute()
  const failures: unknown[] = []
  for (let rows = await teamsAfter(0); rows.length > 0; rows = await teamsAfter(rows.at(-1)?.id ?? 0)) {
    const ids = rows.map(({ id }) => id)
    await announceChanged(systemDb, ids, clock.now()).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
