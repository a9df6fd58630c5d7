import type { ActorFacts, MenuNode, OperationCode, UserInfo } from '@emberwatch/contract'
import { createContext, use, useMemo, type ReactNode } from 'react'

/** Who is signed in, what they may do, and their menu tree. */
export interface Me {
  user: UserInfo
  menus: readonly MenuNode[]
  operations: ReadonlySet<string>
}

const MeContext = createContext<Me | null>(null)

export const MeProvider = ({ user, menus, children }: { user: UserInfo; menus: readonly MenuNode[]; children: ReactNode }) => {
  const me = useMemo(() => ({ user, menus, operations: new Set(user.operations) }), [user, menus])
  return <MeContext value={me}>{children}</MeContext>
}

/** Inside the main layout there is always somebody. */
export const useMe = (): Me => {
  const me = use(MeContext)
  if (!me) throw new Error('useMe outside of the main layout')
  return me
}

export type Operations = OperationCode | readonly OperationCode[]

/** May the signed-in person do this? Several codes: any of them suffices, as in an endpoint's access. */
export const useCan = (): ((operations: Operations) => boolean) => {
  const { operations: held } = useMe()
  return (operations) => (typeof operations === 'string' ? [operations] : operations).some((code) => held.has(code))
}

/** The facts that the state graphs of the contract judge by (`decide`). */
export const useActor = (): ActorFacts => {
  const { user, operations } = useMe()
  return useMemo(
    () => ({ accountId: user.id, accountType: user.accountType, companyId: user.companyId, operations }),
    [user.id, user.accountType, user.companyId, operations],
  )
}

export const Can = ({ op, children }: { op: Operations; children: ReactNode }): ReactNode => (useCan()(op) ? children : null)
