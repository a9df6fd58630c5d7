import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'
import { assertReachable, projectOfList } from './project-notifier.rules.ts'

/** Edits a person on a call list. Phone and email that are left out stay: editors see them masked. */
export const updateProjectNotifier = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectNotifier.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input)
    const project = await projectOfList(write, row.project_id)
    const { id, version: _version, noEmail = false, accountId, phone = row.phone, email, ...fields } = input
    const person = {
      ...fields,
      phone,
      email: email ?? (noEmail ? null : row.email),
      account_id: accountId ?? null,
    }
    await assertReachable(ctx, write, project, person)
    const owner = { companyId: project.company_id, path: project.path }
    await updateRow(write, 'project_notifier', row, person, { action: 'projectNotifier.update', owner })
    emitProject(write, project, 'callList')
    return { id }
  })
