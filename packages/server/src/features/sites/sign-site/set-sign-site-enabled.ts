import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'

/** Enables or disables a sign-in address. Orders that already list it keep it. */
export const setSignSiteEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.signSite.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', { id })
    await updateRow(write, 'sign_site', site, { enabled }, { action: 'signSite.forbidden' })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return null
  })
