import { useCan, useMe } from '../session/me.tsx'
import { pagePaths } from '../paths.ts'
import { useJoinedRow } from './joined-row.tsx'

const companyViews = ['distributor:view', 'agentOne:view', 'agentTwo:view'] as const

/** The name of a company, with the way to its page for anyone who may see companies; the page of one's own is where it is edited. */
export const CompanyName = ({ id, name }: { id: number | null; name: string }) => {
  const can = useCan()
  const { companyId } = useMe().user
  // Somebody whose company has only joined a project does not see its owner.
  const isJoined = useJoinedRow() !== undefined
  if (id === null || isJoined) return <>{name}</>
  if (id === companyId) return can('companyConfig:view') ? <a href={`#${pagePaths.companyEdit}`}>{name}</a> : <>{name}</>
  return can(companyViews) ? <a href={`#${pagePaths.companyOpen}?id=${id}`}>{name}</a> : <>{name}</>
}
