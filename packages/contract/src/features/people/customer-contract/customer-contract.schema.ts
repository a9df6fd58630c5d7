import type { EnumValue } from '../../../enums.ts'
import {
  day,
  fileRef,
  id,
  input,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

/** A contract is “ending” from this many days before its last day. */
export const contractEndingDays = 30

/** The state of a contract on a day. All days are YYYY-MM-DD; the last day is included. */
export const contractStateOn = (
  today: string,
  { startsOn, endsOn }: { readonly startsOn: string; readonly endsOn: string },
): EnumValue<'contractState'> => {
  if (startsOn > today) return 'upcoming'
  if (endsOn < today) return 'ended'
  const left = (Date.parse(`${endsOn}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000
  return left <= contractEndingDays ? 'ending' : 'running'
}

export const customerContractRow = Type.Object({
  id: id(),
  contractNo: Type.String(),
  kind: oneOf('contractKind'),
  /** Derived from its days in the company's time zone; never stored. */
  state: oneOf('contractState'),
  customerId: id(),
  /** Masked for a private person. */
  customerName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  startsOn: Type.String(),
  endsOn: Type.String(),
  amount: nullable(Type.Number()),
  currency: oneOf('currency'),
  files: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  remark: Type.String(),
  ...tracked,
})
export type CustomerContractRow = Static<typeof customerContractRow>

export const customerContractPageInput = pageInput(
  {
    customerId: optional(ref('customer')),
    companyId: optional(ref('company')),
    kind: optional(oneOf('contractKind')),
    state: optional(oneOf('contractState')),
  },
  ['contractNo', 'startsOn', 'endsOn', 'createdAt'],
)

const contractFields = {
  contractNo: text(60),
  kind: oneOf('contractKind'),
  startsOn: day(),
  endsOn: day(),
  amount: optional(Type.Number({ minimum: 0, maximum: 999_999_999_999 })),
  currency: oneOf('currency'),
  files: optional(Type.Array(fileRef(), { maxItems: 10, uniqueItems: true })),
  remark: optional(text(500)),
}
export const customerContractCreateInput = input({ customerId: ref('customer'), ...contractFields })
export const customerContractUpdateInput = input({ id: ref('customer_contract'), version: version(), ...contractFields })
