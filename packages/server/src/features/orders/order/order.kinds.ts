import { dayIn, type OrderKindName, pageAddress } from '@emberwatch/contract'

interface OrderKind {
  /** First letter of the order code. */
  readonly prefix: string
  /** Name of the list in the export registry, and of the object in the audit trail. */
  readonly name: `${OrderKindName}Order`
}

/** What differs between the kinds on the server, besides what the contract says about them (order.kinds.ts, order.states.ts there). */
export const orderKinds: Readonly<Record<OrderKindName, OrderKind>> = {
  install: { prefix: 'N', name: 'installOrder' },
  repair: { prefix: 'R', name: 'repairOrder' },
  inspect: { prefix: 'I', name: 'inspectOrder' },
  maintenance: { prefix: 'M', name: 'maintenanceOrder' },
}

/** Where the console shows an order. Used as the link of a message. */
export const orderPath = (kind: OrderKindName, id: number): string => pageAddress(`${kind}OrderDetail`, { id })

/** `R20261120-000123`: kind, day in the project's time zone, number. */
export const orderCode = (kind: OrderKindName, at: Date, timeZone: string, number: number): string => {
  const day = dayIn(at, timeZone).replaceAll('-', '')
  return `${orderKinds[kind].prefix}${day}-${String(number).padStart(6, '0')}`
}
