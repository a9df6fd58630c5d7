import { kernelErrors } from './kernel/errors.ts'
import { baseErrors } from './errors/base.ts'
import { peopleErrors } from './errors/people.ts'
import { sitesErrors } from './errors/sites.ts'
import { alarmsErrors } from './errors/alarms.ts'
import { equipmentErrors } from './errors/equipment.ts'
import { ordersErrors } from './errors/orders.ts'
import { notifyErrors } from './errors/notify.ts'
import { partnersErrors } from './errors/partners.ts'
import { overviewErrors } from './errors/overview.ts'

/**
 * The error catalogue: every failure that the product can name, by district. `code` goes into the envelope, `status` is the HTTP status.
 * Texts: `errors` in the texts of the feature, or texts/<language>/errors.ts. 103 is the specification's; the other codes are ours.
 */
export const errorCatalogue = {
  ...kernelErrors,
  ...baseErrors,
  ...peopleErrors,
  ...sitesErrors,
  ...alarmsErrors,
  ...equipmentErrors,
  ...ordersErrors,
  ...notifyErrors,
  ...partnersErrors,
  ...overviewErrors,
} as const

export type ErrorName = keyof typeof errorCatalogue

/** Values for an error's text, by placeholder name. A list is formatted as in the reader's language. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>

/** A failure of the catalogue. It is independent of the transport: each transport has one mapper that turns it into an answer. */
export class DomainError extends Error {
  readonly reason: ErrorName
  readonly params: ErrorParams
  /** The input field that caused it, if there is one. */
  readonly field: string | undefined

  constructor(reason: ErrorName, params: ErrorParams = {}, field?: string) {
    super(reason)
    this.name = 'DomainError'
    this.reason = reason
    this.params = params
    this.field = field
  }
}
