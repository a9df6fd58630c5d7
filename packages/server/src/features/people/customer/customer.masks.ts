import type { EnumValue } from '@emberwatch/contract'
import type { Actor } from '../../../platform/context.ts'
import { maskedEmail, maskedName, maskedPhone } from '../../../platform/mask.ts'

type CustomerType = EnumValue<'customerType'>

export interface Personal {
  readonly name: string
  readonly contacter: string
  readonly phone: string | null
  readonly email: string | null
}

/** Callers who see them masked cannot send them back: see the contract's `customerUpdateInput`. */
export const seesInFull = (actor: Actor): boolean => actor.operations.has('customer:unmask')

/** The last four characters of an identity or licence number. */
export const maskedIdentity = (identity: string | null): string | null =>
  identity && `****${identity.length > 8 ? identity.slice(-4) : ''}`

/** A customer's name wherever it is shown. A private person's is masked for everybody, unless it was unmasked on request. */
export const shownName = (type: CustomerType | null, name: string): string => (type === 'person' ? maskedName(name) : name)

/** What lists and details show of a customer. Whatever its type, its contact is a person, masked unless unmasked on request (readings.md). */
export const masked = <R extends Personal & { readonly type: CustomerType }>(row: R): R => ({
  ...row,
  name: shownName(row.type, row.name),
  contacter: maskedName(row.contacter),
  phone: maskedPhone(row.phone),
  email: maskedEmail(row.email),
})
