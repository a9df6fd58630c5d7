import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import type { LockedProject } from '../project/lock-project.ts'
import { ownerOfPart } from '../project/project-of-part.ts'

/** The name of a plan. */
export const nameOf = ({ building, floor }: { readonly building: string; readonly floor: string }): string =>
  `${building} · ${floor}`

/**
 * Makes an upload the image of a plan, so that everybody who sees the project sees it. It must have been uploaded for that purpose.
 * @throws DomainError fileType
 */
export const attachImage = async (ctx: Ctx, write: Write, project: LockedProject, image: string): Promise<void> => {
  const file = await write.db.selectFrom('file').select('purpose').where('id', '=', image).executeTakeFirst()
  if (file?.purpose !== 'floorPlan') throw new DomainError('fileType', { types: 'png, jpg' }, 'image')
  await attachFiles(ctx, write, [image], { ...ownerOfPart(project), customerId: project.customer_id })
}
