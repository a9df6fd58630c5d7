import { Type, type TSchema } from 'typebox'

/** The problem of one input field; `rule` is a key of the texts' `rules`. */
export interface FieldProblem {
  field: string
  rule: string
  msg: string
}

/** The answer of every JSON call (specification section 3): `code` is 200, 103, or one of the error catalogue. */
export interface Envelope<T> {
  code: number
  success: boolean
  msg: string
  data: T
}

/** The data of a failed answer: the invalid fields, and a trace id if the failure was ours. */
export interface FailureData {
  fields?: FieldProblem[]
  traceId?: string
}

/** JSON schema of a successful answer around `data`. */
export const envelopeOf = (data: TSchema) =>
  Type.Object({ code: Type.Integer(), success: Type.Boolean(), msg: Type.String(), data })
