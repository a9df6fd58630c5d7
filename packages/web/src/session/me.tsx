import { allEndpoints, type ActorFacts, type MenuNode, type OperationCode, type UserInfo } from '@emberwatch/contract'
import { createContext, use, useMemo, type ReactNode } from 'react'

/** Who is signed in, what they may do, and their menu tree. */
export interface Me {
  user: UserInfo
  menus: readonly MenuNode[]
  operations: ReadonlySet<string>
}

/** What only the account's own holder may do is not offered to whoever has signed in as them. */
const inPerson: ReadonlySet<string> = new Set(
  allEndpoints.filter(({ entry }) => entry.inPerson).flatMap(({ entry }) => entry.access),
)
const operationsOf = ({ operations, issuer }: UserInfo): ReadonlySet<string> =>
  new Set(issuer === null ? operations : operations.filter((code) => !inPerson.has(code)))

const MeContext = createContext<Me | null>(null)

export const MeProvider = ({ user, menus, children }: { user: UserInfo; menus: readonly MenuNode[]; children: ReactNode }) => {
  const me = useMemo(() => ({ user, menus, operations: operationsOf(user) }), [user, menus])
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
