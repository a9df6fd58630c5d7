import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { projectOfList } from './project-notifier.rules.ts'

type Unmask = typeof endpoints.projectNotifier.unmask

/** Shows the phone and email of a person in full, and records that in the audit log. */
export const unmaskProjectNotifier = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input)
    const project = await projectOfList(write, row.project_id)
    const owner = { companyId: project.company_id, path: project.path }
    auditRow(write, 'project_notifier', row, { action: 'projectNotifier.unmask', owner })
    return { phone: row.phone, email: row.email }
  })
