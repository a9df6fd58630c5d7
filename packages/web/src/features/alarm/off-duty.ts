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
