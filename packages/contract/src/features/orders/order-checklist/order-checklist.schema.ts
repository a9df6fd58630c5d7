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
} from '../../../kernel/schema.ts'

const item = {
  textZh: text(120),
  textEn: text(120),
  answer: oneOf('checkAnswer'),
  /** Limits of a value. Outside them it is abnormal. */
  unit: optional(text(12)),
  low: optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
  high: optional(Type.Number({ minimum: -1e9, maximum: 1e9 })),
  /** The order cannot be completed without an answer. */
  required: Type.Boolean(),
  /** Answered for each device; otherwise once per order. */
  perDevice: Type.Boolean(),
  /** The answer needs a photo. */
  photo: Type.Boolean(),
}
/** One question of a checklist. An order keeps the questions as they were when it was created. */
export const checkItem = Type.Object(item)
export type CheckItem = Static<typeof checkItem>

export const orderChecklistRow = Type.Object({
  id: id(),
  kind: oneOf('orderKind'),
  /** Null: for all project types that have no list of their own. */
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
/** Kind and type cannot change, because orders refer to the list by them. */
export const orderChecklistUpdateInput = input({ id: ref('order_checklist'), version: version(), items })
