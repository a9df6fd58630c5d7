import { dayIn, type BuiltOrderKind } from '@emberwatch/contract'

interface OrderKind {
  /** First letter of the order code. */
  readonly prefix: string
  /** Hash route of the list. The detail page is below it. */
  readonly list: string
  /** Name of the list in the export registry, and of the object in the audit trail. */
  readonly name: 'repairOrder'
}

/** What distinguishes the kinds, besides their state graphs. The engine is the same for all (domain.md, "Work orders"). */
export const orderKinds: Readonly<Record<BuiltOrderKind, OrderKind>> = {
  repair: { prefix: 'R', list: '/order/repairOrderList', name: 'repairOrder' },
}

/** Where the console shows an order. Used as the link of a message. */
export const orderPath = (kind: BuiltOrderKind, id: number): string => `${orderKinds[kind].list}/detail?id=${id}`

/** `R20261120-000123`: kind, day in the project's time zone, number. */
export const orderCode = (kind: BuiltOrderKind, at: Date, timeZone: string, number: number): string => {
  const day = dayIn(at, timeZone).replaceAll('-', '')
  return `${orderKinds[kind].prefix}${day}-${String(number).padStart(6, '0')}`
}
