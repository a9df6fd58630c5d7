import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertApp } from './app-of.ts'
import { mismatchesWithEarlier } from './earlier-versions.ts'
import { mismatchText } from './refuse-version.ts'
import { uploadedApk } from './uploaded-apk.ts'

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
