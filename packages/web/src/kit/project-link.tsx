import { pagePaths } from '../paths.ts'
import { useCan } from '../session/me.tsx'

interface ProjectLinkProps {
  projectId: number | null
  projectName: string | null
  /** Said where there is no project. */
  none?: string
}

/** A project by its name, with the way there for anyone who may see projects. */
export const ProjectLink = ({ projectId, projectName, none = '—' }: ProjectLinkProps) => {
  const maySee = useCan()('project:view')
  if (projectId === null) return <>{none}</>
  return maySee ? <a href={`#${pagePaths.projectDetail}?id=${projectId}`}>{projectName ?? none}</a> : <>{projectName ?? none}</>
}
