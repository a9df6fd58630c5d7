import { type ActorFacts, type Endpoint, type MenuNode, type OperationCode, type UserInfo } from '@emberwatch/contract'
import { createContext, use, useMemo, type ReactNode } from 'react'

/** Who is signed in, what they may do, and their menu tree. */
export interface Me {
  user: UserInfo
  menus: readonly MenuNode[]
  operations: ReadonlySet<string>
}

/**
 * Calls only for the account holder are not offered to somebody signed in as them. They are listed here, so that the layout does
 * not load the calls of all features; that the list is complete is tested.
 */
export const inPerson: ReadonlySet<string> = new Set<OperationCode>([
  'account:signInAs',
  'dutyNote:create',
  'firmwareKey:make',
  'largeScreen:kiosk',
])
const operationsOf = ({ operations, issuer }: UserInfo): ReadonlySet<string> =>
  new Set(issuer === null ? operations : operations.filter((code) => !inPerson.has(code)))

const MeContext = createContext<Me | null>(null)

export const MeProvider = ({ user, menus, children }: { user: UserInfo; menus: readonly MenuNode[]; children: ReactNode }) => {
  const me = useMemo(() => ({ user, menus, operations: operationsOf(user) }), [user, menus])
  return <MeContext value={me}>{children}</MeContext>
}

/** Inside the main layout somebody is always signed in. */
export const useMe = (): Me => {
  const me = use(MeContext)
  if (!me) throw new Error('useMe outside the main layout')
  return me
}

export type Operations = OperationCode | readonly OperationCode[]

/** The rights of the account's company on a project that it has joined. Undefined for any other project. */
export const useJoinRights = (): ((projectId: number) => readonly string[] | undefined) => {
  const joined = use(MeContext)?.user.joined
  return (projectId) => joined?.find(({ id }) => id === projectId)?.rights
}

/** The permission that a call needs, for an action (`op`), and whether it only reads. Every operation of a call is in the menu (contract.test.ts). */
export const operationsFor = ({ access, method }: Pick<Endpoint, 'access' | 'method'>): { op?: Operations; reads?: true } => ({
  ...(access === 'public' || access === 'session' ? {} : { op: access as Operations }),
  ...(method === 'GET' ? { reads: true } : {}),
})

/** Whether the signed-in user may do this. Several codes: any of them is enough, as in an endpoint's access. */
export const useCan = (): ((operations: Operations) => boolean) => {
  const { operations: held } = useMe()
  return (operations) => (typeof operations === 'string' ? [operations] : operations).some((code) => held.has(code))
}

/** The facts that the contract's state graphs decide by (`decide`). */
export const useActor = (): ActorFacts => {
  const { user, operations } = useMe()
  return useMemo(
    () => ({ accountId: user.id, accountType: user.accountType, companyId: user.companyId, operations }),
    [user.id, user.accountType, user.companyId, operations],
  )
}
