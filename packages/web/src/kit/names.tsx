import { pageHref, endpoints, homeCountry } from '@emberwatch/contract'
import { useCan, useMe } from '../session/me.tsx'
import { useJoinedRow } from './joined-row.tsx'
import { useCall } from '../api/hooks.ts'

const companyViews = ['distributor:view', 'agentOne:view', 'agentTwo:view'] as const

/** The name of a company, linked to its page for users who may see companies; one's own is linked to the page where it is edited. */
export const CompanyName = ({ id, name }: { id: number | null; name: string }) => {
  const can = useCan()
  const { companyId } = useMe().user
  // A user whose company has only joined a project cannot see its owner.
  const isJoined = useJoinedRow() !== undefined
  if (id === null || isJoined) return <>{name}</>
  if (id === companyId) return can('companyConfig:view') ? <a href={pageHref('companyEdit')}>{name}</a> : <>{name}</>
  return can(companyViews) ? <a href={pageHref('companyOpen', { id })}>{name}</a> : <>{name}</>
}

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

/** The area codes of a row, as far as it has them. */
interface AreaNamesProps {
  country?: string | null
  province: string | null
  city: string | null
  region: string | null
}

/** Name of an area below `parent`. The areas below a parent are read once. */
const useAreaName = (parent: string | null, code: string | null): string | null => {
  const known = parent !== null && code !== null
  const areas = useCall(
    endpoints.area.children,
    { code: parent ?? '' },
    { enabled: known, staleTime: Infinity, quiet: true },
  ).data
  return known ? (areas?.find((area) => area.code === code)?.name ?? code) : null
}

/** The names of a row's areas, from the province down. A city with the same name as its province is not repeated. */
export const AreaNames = ({ country, province, city, region }: AreaNamesProps) => {
  const names = [useAreaName(country ?? homeCountry, province), useAreaName(province, city), useAreaName(city, region)]
  return <>{[...new Set(names.filter((name) => name !== null))].join(' · ') || '—'}</>
}
