import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { storeSetUp } from './set-up.store.ts'

/** Hides the steps of setting up, for everybody, or shows them again. */
export const hideSetUp = (ctx: Ctx, { hidden }: InputOf<typeof endpoints.setUp.hide>): Promise<null> =>
  transact(ctx, async (write) => {
    await storeSetUp(write, { hidden_at: hidden ? write.at : null, hidden_by: hidden ? write.by : null })
    write.audit({
      action: hidden ? 'setUp.hide' : 'setUp.show',
      object: { kind: 'settings', id: 1, name: '' },
      owner: actorCompany(ctx),
    })
    return null
  })
