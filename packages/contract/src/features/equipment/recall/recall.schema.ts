import {
  id,
  input,
  instant,
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

/** A recalled batch: where its devices are, and who has been notified. */
export const recallRow = Type.Object({
  id: id(),
  code: Type.String(),
  batch: Type.String(),
  modelId: nullable(id()),
  /** Null: every model of the batch. */
  modelName: nullable(Type.String()),
  reason: Type.String(),
  state: oneOf('recallState'),
  companyId: id(),
  companyName: Type.String(),
  /** Number of devices of the batch, and how many of them are still in use. */
  deviceCount: Type.Integer(),
  inUseCount: Type.Integer(),
  closedAt: nullable(instant()),
  closeNote: nullable(Type.String()),
  ...tracked,
})
export type RecallRow = Static<typeof recallRow>

export const recallPageInput = pageInput({ state: optional(oneOf('recallState')) }, ['createdAt'])
export const recallCreateInput = input({ batch: text(40), modelId: optional(ref('device_model')), reason: text(500) })
export const recallCloseInput = input({ id: ref('recall'), version: version(), note: text(500) })

/** A company, or a customer of one, with devices of the batch. */
export const recallHolder = Type.Object({
  /** Number of the holder within one answer. */
  id: Type.Integer(),
  companyId: id(),
  companyName: Type.String(),
  customerId: nullable(id()),
  customerName: nullable(Type.String()),
  /** Masked for private persons. */
  contacter: Type.String(),
  phone: nullable(Type.String()),
  deviceCount: Type.Integer(),
  inUseCount: Type.Integer(),
  toldAt: nullable(instant()),
  toldBy: nullable(Type.String()),
  note: nullable(Type.String()),
})
export type RecallHolder = Static<typeof recallHolder>
export const recallHolders = Type.Object({ holders: Type.Array(recallHolder), capped: Type.Boolean() })

/** Records that the company holding devices of the batch was notified, and how. */
export const recallNotifiedInput = input({
  id: ref('recall'),
  companyId: ref('company'),
  customerId: optional(ref('customer')),
  note: text(200),
})
