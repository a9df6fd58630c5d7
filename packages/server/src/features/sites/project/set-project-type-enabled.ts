import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Enables or disables a type. A disabled one is not available for new projects. */
export const setProjectTypeEnabled = (
  ctx: Ctx,
  { id, enabled }: InputOf<typeof endpoints.projectType.forbidden>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const type = await lockRow(write, 'project_type', { id })
    const audit = { action: 'projectType.forbidden', name: type.name_zh, owner: actorCompany(ctx) } as const
    await updateRow(write, 'project_type', type, { enabled }, { ...audit, changes: { enabled: [type.enabled, enabled] } })
    return null
  })
