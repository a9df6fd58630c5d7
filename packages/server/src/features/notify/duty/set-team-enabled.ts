import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'

/** Enables or disables a duty team. Nobody of a disabled team is on duty. */
export const setTeamEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.dutyTeam.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const team = await lockRow(write, 'duty_team', { id })
    await updateRow(write, 'duty_team', team, { enabled }, { action: 'dutyTeam.forbidden' })
    await announceTeam(write, id, enabled ? 'enabled' : 'disabled')
    return null
  })
