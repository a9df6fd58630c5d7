import { pageHref } from '@emberwatch/contract'
import { useCan } from '../session/me.tsx'

interface ProjectLinkProps {
  projectId: number | null
  projectName: string | null
  /** Text if there is no project. */
  none?: string
}

/** The name of a project, linked for users who may see projects. */
export const ProjectLink = ({ projectId, projectName, none = '—' }: ProjectLinkProps) => {
  const maySee = useCan()('project:view')
  if (projectId === null) return <>{none}</>
  return maySee ? <a href={pageHref('projectDetail', { id: projectId })}>{projectName ?? none}</a> : <>{projectName ?? none}</>
}
