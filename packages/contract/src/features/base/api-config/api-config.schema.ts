import { id, input, nullable, optional, pageInput, ref, ruled, text, tracked, Type, version } from '../../../kernel/schema.ts'

/** The settings of one call: its name, whether it is logged, which fields are masked, and its rate limit per address. */
export const apiConfigRow = Type.Object({
  id: id(),
  name: Type.String(),
  path: Type.String(),
  method: Type.String(),
  module: Type.String(),
  operations: Type.Array(Type.String()),
  perMinute: nullable(Type.Integer()),
  logged: Type.Boolean(),
  maskedFields: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  ...tracked,
})
/** A call as offered in the form. */
export const apiCall = Type.Object({
  path: Type.String(),
  method: Type.String(),
  module: Type.String(),
  summary: Type.String(),
  operations: Type.Array(Type.String()),
  /** The call's own default limit of calls per minute from one address. Null: only the limit for all calls together. */
  perMinute: nullable(Type.Integer()),
  /** Names of its input fields, for masking. */
  fields: Type.Array(Type.String()),
  /** False: needed for signing in or configuring, so it cannot be switched off. */
  closable: Type.Boolean(),
  configured: Type.Boolean(),
})
export const apiConfigPageInput = pageInput(
  {
    path: optional(text(120)),
    module: optional(text(60)),
    method: optional(Type.Unsafe<'GET' | 'POST'>({ type: 'string', enum: ['GET', 'POST'] })),
    enabled: optional(Type.Boolean()),
  },
  ['path', 'name', 'updatedAt'],
)
const fields = {
  name: text(80),
  perMinute: optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  logged: Type.Boolean(),
  maskedFields: optional(Type.Array(text(40), { maxItems: 50, uniqueItems: true })),
  /** If off, the call answers 503 to everybody. Never off for the calls needed to sign in and configure. */
  enabled: Type.Boolean(),
}
/** `path` must be one of the product's calls that has no configuration yet. */
export const apiConfigCreateInput = input({ path: text(120), ...fields })
export const apiConfigUpdateInput = input({ id: ref('api_config'), version: version(), ...fields })

/** A carrier platform (NB-IoT). It is only kept: this version does not receive its pushes. */
export const operatorPlatformRow = Type.Object({
  id: id(),
  code: Type.String(),
  name: Type.String(),
  protocol: Type.String(),
  url: nullable(Type.String()),
  appId: nullable(Type.String()),
  hasSecret: Type.Boolean(),
  remark: Type.String(),
  enabled: Type.Boolean(),
  ...tracked,
})
export const operatorPlatformPageInput = pageInput({ enabled: optional(Type.Boolean()) }, ['name', 'createdAt'])
const platformFields = {
  name: text(60),
  protocol: Type.Unsafe<'http' | 'mqtt' | 'coap'>({ type: 'string', enum: ['http', 'mqtt', 'coap'] }),
  url: optional(Type.String({ pattern: '^(https?|mqtts?|coaps?)://[^\\s/]+', maxLength: 300 })),
  appId: optional(text(80)),
  /** Write-only. Left out of an update, it stays. */
  secret: optional(text(200)),
  remark: optional(text(200)),
  enabled: Type.Boolean(),
}
export const operatorPlatformCreateInput = input({ code: ruled('orgCode'), ...platformFields })
export const operatorPlatformUpdateInput = input({ id: ref('operator_platform'), version: version(), ...platformFields })
