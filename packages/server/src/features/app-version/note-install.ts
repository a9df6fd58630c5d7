import type { endpoints, InputOf } from '@emberwatch/contract'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../platform/context.ts'

/** An app that asks over and over is written down once in this time. */
const staleMs = 3_600_000

/** Remembers that an installation has asked, and with which version. */
export const noteInstall = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.query>): Promise<void> => {
  const { app, platform, installId, version } = input
  const asked_at = ctx.clock.now()
  const stale = new Date(asked_at.getTime() - staleMs)
  // The system's own record, written for callers without a session: it names nobody.
  await ctx.systemDb
    .insertInto('app_install')
    .values({ app, platform, install_hash: createHash('sha256').update(installId).digest(), version_number: version, asked_at })
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'platform', 'install_hash'])
        .doUpdateSet({ version_number: version, asked_at })
        .where((e) =>
          e.or([e('app_install.asked_at', '<', stale.toISOString()), e('app_install.version_number', '<>', version)]),
        ),
    )
    .execute()
}
