import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertApp } from './app-of.ts'
import { mismatchesWithEarlier } from './earlier-versions.ts'
import { refuseMismatch } from './refuse-version.ts'
import { stepVersion } from './step-version.ts'

/** Publishes a draft. @throws precondition if it does not fit a version published meanwhile; wrongState */
export const publishVersion = (ctx: Ctx, { id }: InputOf<typeof endpoints.appVersion.publish>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    // Concurrent publications are checked one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('app versions', 0))`.execute(write.systemDb)
    const row = await lockRow(write, 'app_version', { id })
    assertApp(ctx, row.app)
    const { app, platform, version_number, version_code, package_name, certificates, key_changed } = row
    const candidate = {
      versionNumber: version_number,
      versionCode: version_code,
      packageName: package_name,
      keyChanged: key_changed,
    }
    if (row.state === 'draft')
      refuseMismatch(ctx, await mismatchesWithEarlier(write.db, { id, app, platform, certificates, ...candidate }))
    await stepVersion(ctx, write, row, 'publish', { published_at: write.at, published_by: write.by })
    return { id }
  })
