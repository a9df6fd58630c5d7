import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { discardUpload } from '../../base/file/discard-upload.ts'
import { ApkFlaw } from './apk-flaw.ts'
import { readApk, type ApkFacts } from './read-apk.ts'
import { refuseBecause } from './refuse-version.ts'

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
