import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { briefTransaction } from '../../../platform/database/locks.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { storeEvents, type Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { gapsOf, type Gap } from './roster.ts'
import { loadTeams, type LoadedTeam } from './load-teams.ts'
import { aheadOf } from './on-duty.ts'

/** The periods in the next days in which nobody of an enabled team is on duty. */
export const gapsAhead = (team: LoadedTeam, at: Date): Gap[] =>
  team.enabled ? gapsOf(team.roster, team.overrides, aheadOf(at), team.hearsUntil) : []

/** A fingerprint of the gaps. Ends cut off by now, or by the end of the period checked, move with time and do not count as a change. */
const markOf = (gaps: readonly Gap[], at: Date): string => {
  const { from, to } = aheadOf(at)
  return gaps.map((gap) => `${gap.from === from ? '' : gap.from}-${gap.to === to ? '' : gap.to}`).join()
}

/** Stores the gaps of a team within a write to it, and makes open consoles reread them. Returns them. */
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

const announceChanged = async (systemDb: Kysely<Tables>, ids: readonly number[], at: Date): Promise<void> => {
  const teams = await loadTeams(systemDb, ids, aheadOf(at))
  const marks = await systemDb.selectFrom('duty_team').select(['id', 'gap_mark']).where('id', 'in', ids).execute()
  const before = new Map(marks.map(({ id, gap_mark }) => [id, gap_mark]))
  await oneByOne(teams, async (team) => {
    const mark = markOf(gapsAhead(team, at), at)
    const known = before.get(team.id) ?? ''
    if (mark === known) return
    await briefTransaction(systemDb, async (tx) => {
      // If the team is being edited, the edit announces it; of two processes, only one does.
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
 * Tells open consoles if the gaps of a team have changed without an edit: time passes, and accounts are disabled, expire or come back. The
 * system's own job. A team that fails does not delay the others; its error is thrown at the end.
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
