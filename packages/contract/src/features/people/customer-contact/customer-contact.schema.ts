import {
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** A contact person of a customer. Phone and email are masked; `unmask` shows them and is audited. */
export const customerContactRow = Type.Object({
  id: id(),
  /** Order in which to contact them, from 1. */
  seq: Type.Integer(),
  name: Type.String(),
  role: oneOf('contactRole'),
  phone: Type.String(),
  email: nullable(Type.String()),
  remark: Type.String(),
  ...tracked,
})
export type CustomerContactRow = Static<typeof customerContactRow>

/** No keyword: it would match what is shown masked. */
const { keyword: _keyword, ...paging } = pageInput({ customerId: ref('customer'), role: optional(oneOf('contactRole')) }, [
  'seq',
]).properties
export const customerContactPageInput = input(paging)

const contactFields = {
  name: text(40),
  role: oneOf('contactRole'),
  email: optional(ruled('email', { maxLength: 120 })),
  remark: optional(text(500)),
}
export const customerContactCreateInput = input({ customerId: ref('customer'), phone: ruled('phone'), ...contactFields })
/** A phone or email that is left out stays unchanged, so that a caller who sees them masked can change the rest; `noEmail` removes the email. */
export const customerContactUpdateInput = input({
  id: ref('customer_contact'),
  version: version(),
  ...contactFields,
  phone: optional(ruled('phone')),
  noEmail: optional(Type.Boolean()),
})
export const customerContactMoveInput = input({
  id: ref('customer_contact'),
  seq: Type.Integer({ minimum: 1, maximum: 1_000 }),
})
export const customerContactUnmasked = Type.Object({ phone: Type.String(), email: nullable(Type.String()) })
