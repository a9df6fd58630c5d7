import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'

const purposes = { photos: 'photo', videos: 'video' } as const

/**
 * Photos and videos must be the caller's own uploads: nobody can attach other people's files to an alarm. @throws DomainError noAccess on
 * the field
 */
export const assertOwnMedia = async (ctx: Ctx, field: keyof typeof purposes, ids: readonly string[]): Promise<void> => {
  for (const id of ids) if (!(await isOwnUpload(ctx, id, purposes[field]))) throw new DomainError('noAccess', {}, field)
}
