import { compareVersions, type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import {
  mismatchesWithEarlier,
  refuseBecause,
  refuseMismatch,
  assertApp,
  announceVersion,
  versionName,
} from './app-version.rules.ts'
import { type UploadedApk, uploadedApk } from './uploaded-apk.ts'
import { actorCompany, insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { AppVersionTable } from '../../../tables/app-versions.tables.ts'

type Create = InputOf<typeof endpoints.appVersion.create>
export type BuildInput = Pick<Create, 'app' | 'platform' | 'versionNumber' | 'versionCode' | 'fileId' | 'storeUrl' | 'keyChanged'>
export type OfferInput = Pick<
  Create,
  'notesZh' | 'notesEn' | 'upgradeMethod' | 'appTarget' | 'companyIds' | 'rolloutPercent' | 'minSupported'
>

/** An app comes as an APK or from a store; an iOS app only from its store. @throws DomainError invalidInput */
const assertSource = (ctx: Ctx, { platform, fileId, storeUrl, versionCode }: BuildInput): void => {
  if (platform === 'ios') {
    if (fileId !== undefined) refuseField(ctx, 'fileId', 'unknown')
    if (storeUrl === undefined) refuseField(ctx, 'storeUrl', 'required')
    return
  }
  if (fileId === undefined && storeUrl === undefined) refuseField(ctx, 'fileId', 'required')
  if (fileId !== undefined && storeUrl !== undefined) refuseField(ctx, 'storeUrl', 'unknown')
  // Without a file there is no other source for it, and phones compare by it.
  if (storeUrl !== undefined && versionCode === undefined) refuseField(ctx, 'versionCode', 'required')
}

/**
 * The columns of a version's build, after comparing the form with the APK and with earlier versions.
 * @throws DomainError precondition at the field
 */
const buildColumns = async (ctx: Ctx, input: BuildInput & { readonly id?: number }, apk: UploadedApk | null) => {
  const { app, platform, versionNumber, storeUrl = null, keyChanged = false } = input
  if (apk && apk.versionName !== versionNumber)
    refuseMismatch(ctx, [{ mismatch: 'versionNumber', field: 'versionNumber', found: apk.versionName, expected: versionNumber }])
  if (apk && input.versionCode !== undefined && apk.versionCode !== input.versionCode)
    refuseMismatch(ctx, [{ mismatch: 'versionCode', field: 'versionCode', found: apk.versionCode, expected: input.versionCode }])
  const versionCode = apk?.versionCode ?? input.versionCode ?? null
  const packageName = apk?.packageName ?? null
  const certificates = [...(apk?.certificates ?? [])]
  const candidate = { ...input, versionCode, packageName, certificates, keyChanged }
  refuseMismatch(ctx, await mismatchesWithEarlier(ctx.db, candidate))
  return {
    app,
    platform,
    version_number: versionNumber,
    version_code: versionCode,
    file_id: apk?.fileId ?? null,
    store_url: apk ? null : storeUrl,
    size: apk?.size ?? null,
    sha256: apk?.sha256 ?? null,
    package_name: packageName,
    certificates,
    signed_by: [...(apk?.signedBy ?? [])],
    min_sdk: apk?.minSdk ?? null,
    key_changed: apk !== null && keyChanged,
  }
}

/** The columns of how a version is offered. @throws DomainError invalidInput, precondition at the field */
const offerColumns = (ctx: Ctx, versionNumber: string, input: OfferInput) => {
  const { appTarget, companyIds = [], rolloutPercent, minSupported = null } = input
  if (input.notesZh.trim() === '') refuseField(ctx, 'notesZh', 'required')
  if (input.notesEn.trim() === '') refuseField(ctx, 'notesEn', 'required')
  if (appTarget === 'company' && companyIds.length === 0) refuseField(ctx, 'companyIds', 'required')
  if (appTarget === 'rollout' && rolloutPercent === undefined) refuseField(ctx, 'rolloutPercent', 'required')
  // Otherwise this very version would be told to upgrade.
  if (minSupported !== null && compareVersions(minSupported, versionNumber) > 0)
    refuseBecause(ctx, 'minSupported', 'rules.maximum', { limit: versionNumber })
  return {
    notes_zh: input.notesZh.trim(),
    notes_en: input.notesEn.trim(),
    upgrade_method: input.upgradeMethod,
    app_target: appTarget,
    company_ids: appTarget === 'company' ? companyIds.toSorted((a, b) => a - b) : [],
    rollout_percent: appTarget === 'rollout' ? (rolloutPercent ?? null) : null,
    min_supported: minSupported,
  }
}

/** Adds a version of an app as a draft. It is not offered yet. */
export const createVersion = async (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.create>): Promise<{ id: number }> => {
  assertApp(ctx, input.app)
  assertSource(ctx, input)
  const offer = offerColumns(ctx, input.versionNumber, input)
  const apk = input.fileId === undefined ? null : await uploadedApk(ctx, input.fileId)
  const columns = { ...(await buildColumns(ctx, input, apk)), ...offer }
  return transact(ctx, async (write) => {
    const owner = actorCompany(ctx)
    if (apk)
      await attachFiles(ctx, write, [apk.fileId], {
        ...owner,
        companyId: owner.companyId ?? 0,
        path: owner.path ?? '',
        customerId: null,
      })
    const id = await insertRow(write, 'app_version', columns, {
      action: 'appVersion.create',
      owner,
      name: versionName(ctx, columns),
      unique: ['versionNumber', input.versionNumber],
    })
    announceVersion(ctx, write, 'created', id)
    return { id }
  })
}

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
    announceVersion(ctx, write, 'updated', row.id)
    return { id: row.id }
  })
}

/** Deletes a draft. Published versions stay, because phones have them. @throws wrongState */
export const removeVersion = (ctx: Ctx, { id }: InputOf<typeof endpoints.appVersion.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'app_version', { id }, 'delete')
    assertApp(ctx, row.app)
    if (row.state !== 'draft') {
      const state = enumLabel(ctx.locale, 'appVersionState', row.state)
      throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'app_version', id)) })
    }
    await deleteRow(write, 'app_version', row, {
      action: 'appVersion.del',
      owner: actorCompany(ctx),
      name: versionName(ctx, row),
    })
    announceVersion(ctx, write, 'deleted', id)
    return null
  })
