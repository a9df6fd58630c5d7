import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endKioskSessions } from '../../base/access/kiosk-sessions.ts'

/** Revokes a link for good. Its screens end at once and say so. */
export const revokeKioskLink = (ctx: Ctx, { id }: InputOf<typeof endpoints.kioskLink.revoke>): Promise<null> =>
  transact(ctx, async (write) => {
    const link = await lockRow(write, 'kiosk_link', { id })
    const changes = { revoked_at: link.revoked_at ?? write.at, revoked_by: link.revoked_by ?? write.by }
    await updateRow(write, 'kiosk_link', link, changes, { action: 'kioskLink.revoke' })
    await endKioskSessions(write, id)
    return null
  })
