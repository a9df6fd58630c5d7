import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { rightsChanged } from '../../base/access/rights-changed.ts'
import { lockManaged } from './account.rules.ts'
import { removeProjects } from './account.store.ts'

/** Removes assigned projects that the caller sees from an account. Calls are narrowed at once, open streams within a second. */
export const withdrawProjects = (ctx: Ctx, input: InputOf<typeof endpoints.account.withdrawProjects>): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, 'staff', { id: input.accountId })
    const removed = await removeProjects(write.systemDb, account.id, input.projectIds)
    auditRow(write, 'account', account, { action: 'account.withdrawProjects', changes: { projects: [removed, null] } })
    rightsChanged(write, [account.id])
    return null
  })
