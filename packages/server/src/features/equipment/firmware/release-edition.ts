import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lockKeys } from './firmware-key.store.ts'
import { secretOf, signatureOf } from './sign-edition.ts'
import { stepEdition } from './step-edition.ts'

/** Signs a draft with the current key and offers it. From now on its file and version numbers cannot change. */
export const releaseEdition = (ctx: Ctx, { id }: InputOf<typeof endpoints.firmwareEdition.release>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    await lockKeys(write)
    const edition = await lockRow(write, 'firmware_edition', { id })
    await stepEdition(ctx, write, edition, 'release', async (key) => {
      if (!key) throw new Error('released without a key')
      const { code } = await write.systemDb
        .selectFrom('device_model')
        .select('code')
        .where('id', '=', edition.model_id)
        .executeTakeFirstOrThrow()
      return { ...signatureOf(secretOf(ctx, key), key.id, code, edition), released_at: write.at, released_by: write.by }
    })
    return { id }
  })
