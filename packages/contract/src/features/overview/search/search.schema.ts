import type { OperationCode } from '../../../menus.ts'
import { id, input, nullable, text, Type, type Static } from '../../../kernel/schema.ts'

interface SearchKind {
  /** The operations needed: without any of them, nothing of this kind is found. */
  readonly operations: readonly OperationCode[]
  /** The list page that contains these rows. */
  readonly page: string
  /** Whether a row has its own page, `<page>/detail?id=`. Otherwise a hit opens the list, filtered by its title. */
  readonly detail: boolean
}

/** What the global search covers, in the order in which hits are shown. */
export const searchKinds = {
  alarm: { operations: ['alarm:view'], page: '/alarm/alarmLogList', detail: true },
  installOrder: { operations: ['installOrder:view'], page: '/order/installationOrderList', detail: true },
  repairOrder: { operations: ['repairOrder:view'], page: '/order/repairOrderList', detail: true },
  inspectOrder: { operations: ['inspectOrder:view'], page: '/order/inspectionOrderList', detail: true },
  maintenanceOrder: { operations: ['maintenanceOrder:view'], page: '/order/maintenanceOrderList', detail: true },
  // It has no detail page yet: a result leads to its alarms.
  device: { operations: ['alarm:view'], page: '/alarm/alarmLogList', detail: false },
  project: { operations: ['project:view'], page: '/project/projectList', detail: true },
  customer: { operations: ['customer:view'], page: '/customer/customerList', detail: true },
  distributor: { operations: ['distributor:view'], page: '/company/distributorList', detail: false },
  agentOne: { operations: ['agentOne:view'], page: '/company/agentOneList', detail: false },
  agentTwo: { operations: ['agentTwo:view'], page: '/company/agentTwoList', detail: false },
  companyAccount: { operations: ['companyAccount:view'], page: '/account/companyAccountList', detail: true },
  distributorAccount: { operations: ['distributorAccount:view'], page: '/account/distributorAccountList', detail: true },
  agentOneAccount: { operations: ['agentOneAccount:view'], page: '/account/primaryAgentAccountList', detail: true },
  agentTwoAccount: { operations: ['agentTwoAccount:view'], page: '/account/secondaryAgentAccountList', detail: true },
  userAccount: { operations: ['userAccount:view'], page: '/account/userAccountList', detail: true },
  customerAccount: { operations: ['customerAccount:view'], page: '/customer/customerAccount', detail: false },
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

/** The address that a result leads to. */
export const searchPath = ({ kind, id: row, title }: Pick<SearchHit, 'kind' | 'id' | 'title'>): string => {
  const { page, detail } = searchKinds[kind]
  return detail ? `${page}/detail?id=${row}` : `${page}?keyword=${encodeURIComponent(title)}`
}
