import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { actorCompany, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { assertApp } from './app-of.ts'
import { uploadedApk, type UploadedApk } from './uploaded-apk.ts'
import { assertSource, buildColumns, offerColumns } from './version-columns.ts'
import { tellVersion, versionName } from './version-name.ts'

type Row = Selectable<AppVersionTable>
type Input = InputOf<typeof endpoints.appVersion.update>

/** What was read when the file was uploaded. A file's content never changes. */
const knownApk = (row: Row): UploadedApk | null =>
  row.file_id === null || row.package_name === null || row.version_code === null
    ? null
    : {
        fileId: row.file_id,
        size: row.size ?? 0,
        sha256: row.sha256 ?? '',
        packageName: row.package_name,
        versionName: row.version_number,
        versionCode: row.version_code,
        minSdk: row.min_sdk,
        certificates: row.certificates,
        signedBy: row.signed_by,
      }

const apkOf = async (ctx: Ctx, row: Row, { fileId }: Input): Promise<UploadedApk | null> => {
  if (fileId === undefined) return null
  return fileId === row.file_id ? knownApk(row) : uploadedApk(ctx, fileId)
}

/** Whether the build itself changes. Unchanged values may be sent along; for a published version anything else is refused. */
const changesBuild = (row: Row, { versionNumber, versionCode, fileId, storeUrl }: Input): boolean =>
  versionNumber !== row.version_number ||
  (versionCode !== undefined && versionCode !== row.version_code) ||
  (fileId !== undefined && fileId !== row.file_id) ||
  (storeUrl !== undefined && storeUrl !== row.store_url)

/** Edits a draft. Of a published version only how it is offered can change, because phones have the rest. */
export const updateVersion = async (ctx: Ctx, input: Input): Promise<{ id: number }> => {
  const before = await ctx.db.selectFrom('app_version').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (!before || before.deleted_at !== null) throw new DomainError('notFound', {}, 'id')
  assertApp(ctx, before.app)
  const isDraft = before.state === 'draft'
  if (before.state === 'withdrawn' || (!isDraft && changesBuild(before, input))) {
    const state = enumLabel(ctx.locale, 'appVersionState', before.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(ctx.systemDb, 'app_version', before.id)) })
  }
  const build = { ...input, app: before.app, platform: before.platform }
  if (isDraft) assertSource(ctx, build)
  const offer = offerColumns(ctx, input.versionNumber, input)
  const apk = isDraft ? await apkOf(ctx, before, input) : null
  const changes: Updateable<AppVersionTable> = isDraft ? { ...(await buildColumns(ctx, build, apk)), ...offer } : offer
  return transact(ctx, async (write) => {
    // All checks were made on this version of the row.
    const row = await lockRow(write, 'app_version', { id: input.id, version: input.version })
    if (row.version !== before.version)
      throw new DomainError('staleVersion', await lastEditor(write.systemDb, 'app_version', row.id))
    const owner = actorCompany(ctx)
    if (apk && apk.fileId !== row.file_id)
      await attachFiles(ctx, write, [apk.fileId], { companyId: owner.companyId ?? 0, path: owner.path ?? '', customerId: null })
    await updateRow(write, 'app_version', row, changes, {
      action: 'appVersion.update',
      owner,
      name: versionName(ctx, { ...row, version_number: input.versionNumber }),
      unique: ['versionNumber', input.versionNumber],
    })
    tellVersion(ctx, write, 'updated', row.id)
    return { id: row.id }
  })
}
