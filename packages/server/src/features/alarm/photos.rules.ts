import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isOwnUpload } from '../file/file.reads.ts'

/** Photos are the caller's own uploads: nobody hangs other people's files on an alarm. @throws DomainError noAccess on `photos` */
export const assertPhotos = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  for (const id of ids) if (!(await isOwnUpload(ctx, id, 'photo'))) throw new DomainError('noAccess', {}, 'photos')
}
