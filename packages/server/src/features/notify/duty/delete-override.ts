import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { deleteRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'

/**
 * Withdraws a change of the roster. The past stays as a record of who was on duty: a change that has begun ends now. @throws DomainError
 * precondition
 */
export const deleteOverride = (ctx: Ctx, { id }: InputOf<typeof endpoints.dutyOverride.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const override = await lockRow(write, 'duty_override', { id }, 'delete')
    if (Date.parse(override.to_at) <= write.at.getTime())
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.dutyOver') }, 'id')
    const team = await lockRow(write, 'duty_team', { id: override.team_id })
    const audit = { action: 'dutyOverride.del', name: team.name, owner: { companyId: team.company_id, path: team.path } } as const
    if (Date.parse(override.from_at) < write.at.getTime())
      await updateRow(write, 'duty_override', override, { to_at: write.at }, audit)
    else
      await deleteRow(write, 'duty_override', override, {
        ...audit,
        changes: {
          fromAt: [override.from_at, null],
          toAt: [override.to_at, null],
          accountId: [override.account_id, null],
          ...(override.instead_of_id === null ? {} : { insteadOfId: [override.instead_of_id, null] }),
        },
      })
    await announceTeam(write, team.id, 'changed')
    return null
  })
