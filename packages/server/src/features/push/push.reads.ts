import type { endpoints, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

/** The key that browsers subscribe with: that of the first provider. Not scoped: everybody who signs in may know it. */
export const pushKey = async ({ systemDb }: Ctx): Promise<OutputOf<typeof endpoints.push.key>> => {
  const provider = await systemDb
    .selectFrom('notify_provider')
    .select('public_key as publicKey')
    .where('kind', '=', 'webPush')
    .where('enabled', '=', true)
    .orderBy('priority')
    .orderBy('id')
    .executeTakeFirst()
  return { publicKey: provider?.publicKey ?? null }
}
