import { updateRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { emitProject } from './project.events.ts'

/**
 * Starts the installation of a project, within the write that receives its first installation order or binds its first device. A project
 * that is not approved, or has already started, stays as it is. Returns whether it was started.
 */
export const startProject = async (write: Write, projectId: number): Promise<boolean> => {
  // Not scoped: an engineer or a gateway's owner need not see the whole project. What led here was found in their scope.
  const project = await write.systemDb
    .selectFrom('project')
    .selectAll()
    .where('id', '=', projectId)
    .where('status', '=', 'uninstall')
    .where('audit', '=', 'approved')
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return false
  await updateRow(write, 'project', project, { status: 'installing' }, { action: 'project.start' })
  emitProject(write, project, 'start')
  return true
}
