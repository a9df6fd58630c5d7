import { id, instant, nullable, oneOf, Type } from '../../../kernel/schema.ts'

/** The content of a payload if it can be decoded: its reports, or its other values. */
export const mqttDecoded = Type.Object({
  seq: nullable(Type.Integer()),
  deviceTime: nullable(Type.String()),
  /** The command of a frame of GB/T 26875.3. Null for other messages. */
  command: nullable(Type.Integer()),
  values: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
  reports: Type.Array(
    Type.Object({
      /** Null: the gateway reports about itself. */
      device: nullable(Type.String()),
      format: nullable(Type.String()),
      code: Type.String(),
      /** Meaning of the code. Null if no report parameter defines it. */
      type: nullable(oneOf('reportType')),
      reason: nullable(Type.String()),
      deviceTime: nullable(Type.String()),
      values: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    }),
  ),
})

export const mqttLogRow = Type.Object({
  id: id(),
  at: instant(),
  client: Type.String(),
  topic: Type.String(),
  direction: Type.String(),
  payload: nullable(Type.String()),
  decoded: nullable(mqttDecoded),
  result: Type.String(),
  reason: nullable(Type.String()),
  gatewayCode: nullable(Type.String()),
})
