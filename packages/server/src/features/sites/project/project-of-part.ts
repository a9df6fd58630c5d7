import { DomainError } from '@emberwatch/contract'
import type { Write } from '../../../platform/transact.ts'
import { lockProject, type LockedProject } from './lock-project.ts'

/** The project that something belongs to, locked. @throws DomainError notFound */
export const projectOfPart = async (write: Write, id: number, field = 'id'): Promise<LockedProject> => {
  const project = await lockProject(write.db, id)
  if (!project) throw new DomainError('notFound', {}, field)
  return project
}

/** The company in whose log changes to a part of a project are recorded. */
export const ownerOfPart = ({ company_id: companyId, path }: LockedProject) => ({ companyId, path })
