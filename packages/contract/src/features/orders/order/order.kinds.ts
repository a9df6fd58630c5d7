import type { EnumValue } from '../../../enums.ts'

export type OrderKindName = EnumValue<'orderKind'>

interface OrderKindFacts {
  /** Possible results for a device. */
  readonly results: readonly EnumValue<'orderResult'>[]
  /** Possible results for the work as a whole. */
  readonly completeTypes: readonly EnumValue<'completeType'>[]
  /** What is recorded for a device besides its result and a note. */
  readonly records: readonly ('value' | 'method' | 'expected' | 'actual' | 'gatewayId' | 'roomNumber')[]
}

const planned = ['done', 'partly', 'notPossible'] as const
const repaired = ['fixed', 'replaced', 'noFault', 'partly', 'notPossible'] as const

/** What distinguishes the kinds of orders as data. The engine is the same for all (domain.md, "Work orders"). */
export const orderKindFacts: Readonly<Record<OrderKindName, OrderKindFacts>> = {
  install: { results: ['installed', 'notInstalled'], completeTypes: planned, records: ['gatewayId', 'roomNumber'] },
  repair: { results: repaired, completeTypes: repaired, records: [] },
  inspect: { results: ['normal', 'abnormal', 'notAccessible'], completeTypes: planned, records: ['value'] },
  maintenance: {
    results: ['pass', 'fail', 'notTested'],
    completeTypes: planned,
    records: ['method', 'expected', 'actual'],
  },
}

/** Results after which a device needs a repair order. */
export const badResults: ReadonlySet<string> = new Set<EnumValue<'orderResult'>>(['abnormal', 'fail'])
