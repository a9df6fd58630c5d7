import { appVersionStates, decide, DomainError, type AuditActionOf, type endpoints, type InputOf } from '@emberwatch/contract'
import { type Selectable, type Updateable, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, updateRow, lockRow } from '../../../platform/rows/rows.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import { announceVersion, versionName, assertApp, mismatchesWithEarlier, refuseMismatch } from './app-version.rules.ts'

const audited = { publish: 'appVersion.issue', withdraw: 'appVersion.withdraw' } as const satisfies Record<
  string,
  AuditActionOf<'appVersion'>
>

/** One step of a locked version: state graph → row, audit, live event. @throws wrongState, noAccess */
const stepVersion = async (
  ctx: Ctx,
  write: Write,
  row: Selectable<AppVersionTable>,
  action: keyof typeof audited,
  changes: Updateable<AppVersionTable>,
): Promise<void> => {
  const verdict = decide(appVersionStates, action, row.state, {}, ctx.actor)
  if (!verdict.allowed) {
    if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
    const state = enumLabel(ctx.locale, 'appVersionState', row.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'app_version', row.id)) })
  }
  await updateRow(
    write,
    'app_version',
    row,
    { ...changes, state: verdict.to },
    { action: audited[action], owner: actorCompany(ctx), name: versionName(ctx, row) },
  )
  announceVersion(ctx, write, verdict.to, row.id)
}

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

/** Withdraws a published version: it is no longer offered, and its file is no longer served. @throws reasonRequired, wrongState */
export const withdrawVersion = (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'app_version', { id: input.id })
    assertApp(ctx, row.app)
    const reason = input.reason.trim()
    if (reason === '') throw new DomainError('reasonRequired', {}, 'reason')
    await stepVersion(ctx, write, row, 'withdraw', { reason, withdrawn_at: write.at, withdrawn_by: write.by })
    return { id: row.id }
  })
