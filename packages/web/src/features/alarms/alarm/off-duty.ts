import type { DutyNow } from '@emberwatch/contract'

/**
 * Somebody else of one's own company is on duty and may confirm alarms. Where nobody is, or no roster is kept, everybody watches: a team
 * of another company, or an engineer who may not confirm, watches for nobody.
 */
export const isOffDuty = (
  teams: readonly Pick<DutyNow, 'companyId' | 'confirmers'>[],
  { id, companyId }: { readonly id: number; readonly companyId: number | null },
): boolean => {
  const watching = teams.filter((team) => team.companyId === companyId).flatMap(({ confirmers }) => confirmers)
  return watching.length > 0 && !watching.includes(id)
}

type Teams = Parameters<typeof isOffDuty>[0]

/**
 * Until it is known who is on duty, the queue is a line, for a moment: rows that fold again at once would move. If that cannot be read, or not soon,
 * it is the queue, also while it is read again.
 */
export const isLineOnly = (
  { teams, isError, isAwaited }: { readonly teams: Teams | undefined; readonly isError: boolean; readonly isAwaited: boolean },
  user: Parameters<typeof isOffDuty>[1],
): boolean => !isError && (teams === undefined ? isAwaited : isOffDuty(teams, user))
