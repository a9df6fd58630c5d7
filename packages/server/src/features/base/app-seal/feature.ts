import { endpoints, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/binding.ts'
import { derivedKey } from '../../../platform/secret-box.ts'
import type { Feature } from '../../../platform/feature.ts'

/** Nothing is stored: the key is derived from the account and the installation's secret. */
const sealKey = async ({ actor, config }: Ctx): Promise<OutputOf<typeof endpoints.appSeal.key>> => ({
  key: derivedKey(config.dataDir, `phone:${actor.accountId}`).toString('base64'),
})

const appSealRoutes = bind(endpoints.appSeal, { key: sealKey })

export const appSealFeature: Feature = { name: 'app-seal', routes: () => appSealRoutes }
