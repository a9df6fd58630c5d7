import type { endpoints, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { pushKeys } from './push-ended.ts'

/** The key that browsers subscribe with: that of the first provider. Not scoped: everybody who signs in may know it. */
export const pushKey = async ({ systemDb }: Ctx): Promise<OutputOf<typeof endpoints.push.key>> => {
  const publicKeys = await pushKeys(systemDb)
  return { publicKey: publicKeys[0] ?? null, publicKeys }
}
