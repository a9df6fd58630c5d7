import type { Logger } from 'pino'
import { isCommonPassword } from '../src/features/base/access/password.ts'
import type { Ctx } from '../src/platform/context.ts'
import { seedAreas } from './areas.ts'
import { seedDemo } from './demo.ts'
import type { DemoGateway } from './demo-secrets.ts'
import { seedSystem } from './system.ts'

export interface SeedOptions {
  readonly ctx: Ctx
  readonly demo: boolean
  readonly print?: ((note: string) => void) | undefined
  readonly log: Pick<Logger, 'warn'>
}

/** Brings what an installation begins with up to date, at every start. Returns the gateways of the demo. */
export const seed = async ({ ctx, demo, print, log }: SeedOptions): Promise<DemoGateway[]> => {
  const { systemDb: db, config } = ctx
  const first = await seedSystem(db, config.adminPassword, { basics: !demo })
  await seedAreas(db)
  if (isCommonPassword(config.defaultAccountPassword ?? ''))
    log.warn(
      'DEFAULT_ACCOUNT_PASSWORD is one of the most common passwords: new accounts are open to everybody until they are used',
    )
  if (first.oneTimePassword !== null)
    print?.(`First account: ${first.account}, one-time password: ${first.oneTimePassword} (choose your own at the first sign-in)`)
  if (!demo) return []
  const { notes, gateways } = await seedDemo(ctx)
  for (const note of notes) print?.(note)
  return gateways
}
