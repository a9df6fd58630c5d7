import { compareVersions, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { mismatchesWithEarlier } from './earlier-versions.ts'
import { refuseBecause, refuseMismatch } from './refuse-version.ts'
import type { UploadedApk } from './uploaded-apk.ts'

type Create = InputOf<typeof endpoints.appVersion.create>
export type BuildInput = Pick<Create, 'app' | 'platform' | 'versionNumber' | 'versionCode' | 'fileId' | 'storeUrl' | 'keyChanged'>
export type OfferInput = Pick<
  Create,
  'notesZh' | 'notesEn' | 'upgradeMethod' | 'appTarget' | 'companyIds' | 'rolloutPercent' | 'minSupported'
>

/** An app comes as an APK or from a store; an iOS app only from its store. @throws DomainError invalidInput */
export const assertSource = (ctx: Ctx, { platform, fileId, storeUrl, versionCode }: BuildInput): void => {
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
export const buildColumns = async (ctx: Ctx, input: BuildInput & { readonly id?: number }, apk: UploadedApk | null) => {
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
export const offerColumns = (ctx: Ctx, versionNumber: string, input: OfferInput) => {
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
