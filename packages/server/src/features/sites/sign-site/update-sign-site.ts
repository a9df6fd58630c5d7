import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertPlace } from '../project/assert-place.ts'
import { emitProject } from '../project/project.events.ts'
import { columnsOf } from './sign-site.columns.ts'

/** Edits a sign-in address. Earlier sign-ins keep their distance and result. */
export const updateSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', input)
    await assertPlace(ctx, write, input.position, site.project_id, site)
    const changes = { tag_code: input.tagCode, ...columnsOf(input) }
    await updateRow(write, 'sign_site', site, changes, { action: 'signSite.update', unique: ['tagCode', input.tagCode] })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return { id: site.id }
  })
