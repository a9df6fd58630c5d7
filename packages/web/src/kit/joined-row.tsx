import { opensJoined } from '@emberwatch/contract'
import { createContext, use, type ReactNode } from 'react'
import { useJoinRights, type Operations } from '../session/me.tsx'

const Rights = createContext<readonly string[] | undefined>(undefined)

/**
 * Everything inside belongs to this row. If its project is one that the reader's company has only joined, actions that would be
 * refused are disabled, and the company and customer, which the reader cannot see, are not linked.
 */
export const JoinedRow = ({ of, children }: { of: object; children: ReactNode }) => {
  const rightsOn = useJoinRights()
  const outer = use(Rights)
  const { id, projectId, joined, joinerId } = of as Partial<Record<string, unknown>>
  // An application to join belongs to both sides.
  const project = joinerId !== undefined ? undefined : joined === true ? id : projectId
  return <Rights value={typeof project === 'number' ? rightsOn(project) : outer}>{children}</Rights>
}

/** The rights on the project of the current row. Undefined if it is not a joined project. */
export const useJoinedRow = (): readonly string[] | undefined => use(Rights)

interface Offered {
  readonly op?: Operations
  readonly reads?: true
  readonly off?: string | undefined
}

/** Actions on a joined project: those that its owner does not allow are disabled. */
export const onJoined = <A extends Offered>(actions: readonly A[], rights: readonly string[], reason: string): A[] =>
  actions.map((action) => {
    const { op = [], reads, off } = action
    const isOpen = opensJoined({ method: reads ? 'GET' : 'POST', access: op }, rights)
    return isOpen || off !== undefined ? action : { ...action, off: reason }
  })
