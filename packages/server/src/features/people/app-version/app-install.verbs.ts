import { newInstallsPerDay, type endpoints, type InputOf, activeInstallDays } from '@emberwatch/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { addressIn } from '../../base/access/attempts.ts'

/** An app that asks repeatedly is recorded once in this time. */
const staleMs = 3_600_000
const dayMs = 86_400_000

/**
 * Records that an installation has asked, and its version. The number of new ones per address and day is limited: anybody may ask, under
 * any name.
 */
export const noteInstall = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.query>): Promise<void> => {
  const { app, platform, version } = input
  const hash = createHash('sha256').update(input.installId).digest()
  const address = addressIn(ctx)
  const at = ctx.clock.now()
  const stale = new Date(at.getTime() - staleMs)
  const dayAgo = new Date(at.getTime() - dayMs)
  // A record of the system's own, for callers without a session. It names nobody.
  await sql`
    insert into app_install (app, platform, install_hash, version_number, asked_at, first_asked_at, address)
    select ${app}, ${platform}, ${hash}::bytea, ${version}, ${at}::timestamptz, ${at}::timestamptz, ${address}
     where exists (select from app_install known where known.app = ${app} and known.platform = ${platform} and known.install_hash = ${hash})
        or (select count(*) from app_install near where near.address = ${address} and near.first_asked_at > ${dayAgo}) < ${newInstallsPerDay}
    on conflict (app, platform, install_hash) do update set version_number = excluded.version_number, asked_at = excluded.asked_at
     where app_install.asked_at < ${stale} or app_install.version_number <> excluded.version_number`.execute(ctx.systemDb)
}

/** Deletes installations that have not asked for so long that they no longer count, and the addresses of the others. */
export const forgetInstalls = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const ago = (days: number): string => new Date(clock.now().getTime() - days * dayMs).toISOString()
  await systemDb.deleteFrom('app_install').where('asked_at', '<', ago(activeInstallDays)).execute()
  await systemDb
    .updateTable('app_install')
    .set({ address: null })
    .where('address', 'is not', null)
    .where('first_asked_at', '<', ago(1))
    .execute()
}
