import { pageHref } from '@emberwatch/contract'
import { useCan, useMe } from '../session/me.tsx'
import { useJoinedRow } from './joined-row.tsx'

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
