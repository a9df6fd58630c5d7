import {
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
} from '../../kernel/schema.ts'

const item = {
  textZh: text(120),
  textEn: text(120),
  answer: oneOf('checkAnswer'),
  /** Of a value. Outside the limits it is abnormal. */
  unit: optional(text(12)),
  low: optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
  high: optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
  /** Without an answer the order cannot be completed. */
  required: Type.Boolean(),
  /** Answered for each device, otherwise once. */
  perDevice: Type.Boolean(),
  /** A photo belongs to the answer. */
  photo: Type.Boolean(),
}
/** One question of a checklist. An order keeps the questions as they were when it was created. */
export const checkItem = Type.Object(item)
export type CheckItem = Static<typeof checkItem>

export const orderChecklistRow = Type.Object({
  id: id(),
  kind: oneOf('orderKind'),
  /** Null: for all types of projects that have no list of their own. */
  typeId: nullable(id()),
  typeNameZh: nullable(Type.String()),
  typeNameEn: nullable(Type.String()),
  enabled: Type.Boolean(),
  itemCount: Type.Integer(),
  items: Type.Array(checkItem),
  ...tracked,
})
export type OrderChecklistRow = Static<typeof orderChecklistRow>

export const orderChecklistPageInput = pageInput(
  { kind: optional(oneOf('orderKind')), typeId: optional(ref('project_type')), enabled: optional(Type.Boolean()) },
  ['createdAt', 'updatedAt'],
)

const items = Type.Array(input(item), { minItems: 1, maxItems: 60 })
export const orderChecklistCreateInput = input({ kind: oneOf('orderKind'), typeId: optional(ref('project_type')), items })
/** Kind and type stay: orders say which list they had. */
export const orderChecklistUpdateInput = input({ id: ref('order_checklist'), version: version(), items })
