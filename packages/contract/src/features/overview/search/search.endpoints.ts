import type { OperationCode } from '../../../menus.ts'
import type { PageName } from '../../../pages.ts'
import { id, input, nullable, text, Type, type Static } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

interface SearchKind {
  /** The operations needed: without any of them, nothing of this kind is found. */
  readonly operations: readonly OperationCode[]
  /** The page of a row; without one, a hit opens the list, filtered by its title. */
  readonly detail?: PageName
  readonly list?: PageName
}

/** What the global search covers, in the order in which hits are shown. */
export const searchKinds = {
  alarm: { operations: ['alarm:view'], detail: 'alarmDetail' },
  installOrder: { operations: ['installOrder:view'], detail: 'installOrderDetail' },
  repairOrder: { operations: ['repairOrder:view'], detail: 'repairOrderDetail' },
  inspectOrder: { operations: ['inspectOrder:view'], detail: 'inspectOrderDetail' },
  maintenanceOrder: { operations: ['maintenanceOrder:view'], detail: 'maintenanceOrderDetail' },
  // It has no detail page yet: a result leads to its alarms.
  device: { operations: ['alarm:view'], list: 'alarmList' },
  project: { operations: ['project:view'], detail: 'projectDetail' },
  customer: { operations: ['customer:view'], detail: 'customerDetail' },
  distributor: { operations: ['distributor:view'], list: 'distributorList' },
  agentOne: { operations: ['agentOne:view'], list: 'agentOneList' },
  agentTwo: { operations: ['agentTwo:view'], list: 'agentTwoList' },
  companyAccount: { operations: ['companyAccount:view'], detail: 'companyAccountDetail' },
  distributorAccount: { operations: ['distributorAccount:view'], detail: 'distributorAccountDetail' },
  agentOneAccount: { operations: ['agentOneAccount:view'], detail: 'agentOneAccountDetail' },
  agentTwoAccount: { operations: ['agentTwoAccount:view'], detail: 'agentTwoAccountDetail' },
  userAccount: { operations: ['userAccount:view'], detail: 'userAccountDetail' },
  customerAccount: { operations: ['customerAccount:view'], list: 'customerAccountList' },
} as const satisfies Readonly<Record<string, SearchKind>>
export type SearchKindName = keyof typeof searchKinds

export const searchInput = input({ keyword: text(60) })

export const searchHit = Type.Object({
  kind: Type.Unsafe<SearchKindName>({ type: 'string', enum: Object.keys(searchKinds) }),
  id: id(),
  /** Its code, account or name. Masked as in its list. */
  title: Type.String(),
  /** What distinguishes it from others with the same title. */
  note: nullable(Type.String()),
})
export type SearchHit = Static<typeof searchHit>

export const searchEndpoints = about([], {
  everything: endpoint({
    method: 'GET',
    path: 'web/search',
    access: 'session',
    input: searchInput,
    output: Type.Array(searchHit),
    persons: ['keyword'],
    summary: 'The newest rows of every kind the caller may see that match a keyword, at most five of each',
  }),
})
