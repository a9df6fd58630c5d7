import { open } from 'node:fs/promises'
import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { openArchive, ApkFlaw } from './apk-archive.ts'
import { jarSigners } from './apk-jar-signature.ts'
import { readManifest, type ApkManifest } from './apk-manifest.ts'
import { blockSigners } from './apk-signing-block.ts'
import type { Ctx } from '../../../platform/context.ts'
import { discardUpload } from '../../base/file/file.verbs.ts'
import { refuseBecause, assertApp, mismatchesWithEarlier, mismatchText } from './app-version.rules.ts'

/** No manifest is nearly this large. */
const maxManifestBytes = 2 * 1_048_576

/** What an APK says about itself, with its signatures verified. */
export interface ApkFacts extends ApkManifest {
  /** SHA-256 of the signers' certificates, in hex, in order. */
  readonly certificates: readonly string[]
  readonly signedBy: readonly string[]
}

/**
 * Reads an untrusted APK. Only its directory, manifest and signatures are held in memory, each up to a limit.
 * @throws ApkFlaw
 */
export const readApk = async (path: string): Promise<ApkFacts> => {
  const file = await open(path, 'r')
  try {
    const archive = await openArchive(file)
    const [entry, second] = archive.entries.filter(({ name }) => name === 'AndroidManifest.xml')
    if (!entry) throw new ApkFlaw('noManifest')
    if (second) throw new ApkFlaw('manifestTwice')
    const xml = await archive.content(entry, maxManifestBytes, new ApkFlaw('manifestTooLarge'))
    const manifest = readManifest(xml)
    const byBlock = await blockSigners(archive)
    const signers = byBlock?.certificates ?? (await jarSigners(archive, xml))
    if (signers === null || signers.length === 0) throw new ApkFlaw('unsigned')
    const certificates = signers.map(({ fingerprint256 }) => fingerprint256.replaceAll(':', '').toLowerCase())
    return { ...manifest, certificates: [...new Set(certificates)].sort(), signedBy: byBlock?.schemes ?? ['v1'] }
  } finally {
    await file.close()
  }
}

export interface UploadedApk extends ApkFacts {
  readonly fileId: string
  readonly size: number
  readonly sha256: string
}

/**
 * The content of an uploaded APK. A file that is not one is deleted. Reads the whole file, so never call it within a transaction.
 * @throws DomainError fileType; precondition at the field with what is wrong
 */
export const uploadedApk = async (ctx: Ctx, fileId: string): Promise<UploadedApk> => {
  const file = await ctx.db.selectFrom('file').select(['purpose', 'size', 'sha256']).where('id', '=', fileId).executeTakeFirst()
  if (file?.purpose !== 'apk') throw new DomainError('fileType', { types: 'apk' }, 'fileId')
  const { size, sha256 } = file
  try {
    return { ...(await readApk(ctx.files.pathOf(fileId))), fileId, size, sha256 }
  } catch (error) {
    if (!(error instanceof ApkFlaw)) throw error
    // Nobody can use it, and it may be large.
    await discardUpload(ctx, fileId)
    return refuseBecause(ctx, 'fileId', `enums.apkFlaw.${error.flaw}`)
  }
}

type Calls = typeof endpoints.appVersion

/** The facts in an uploaded APK, so that the form can fill them in for review before saving. */
export const examineApk = async (ctx: Ctx, { app, fileId }: InputOf<Calls['apk']>): Promise<OutputOf<Calls['apk']>> => {
  assertApp(ctx, app)
  const apk = await uploadedApk(ctx, fileId)
  const { packageName, versionName, versionCode, minSdk, certificates, signedBy, size, sha256 } = apk
  const candidate = { app, platform: 'android', versionNumber: versionName, versionCode, packageName, certificates } as const
  const problems = await mismatchesWithEarlier(ctx.db, { ...candidate, keyChanged: false })
  return {
    packageName,
    versionNumber: versionName,
    versionCode,
    minSdk,
    certificates: [...certificates],
    signedBy: [...signedBy],
    size,
    sha256,
    problems: problems.map((each) => ({ mismatch: each.mismatch, msg: mismatchText(ctx, each) })),
  }
}
