import { eitherName } from '../../../kernel/either-language.ts'
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

export const alarmTypeRow = Type.Object({
  id: id(),
  /** The code that the product uses for it. It never changes. */
  code: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  level: oneOf('alarmLevel'),
  /** Targets of the response clock, in seconds from the first signal. */
  acknowledgeS: Type.Integer(),
  closeS: nullable(Type.Integer()),
  enabled: Type.Boolean(),
  /** Number of report parameters that use it. */
  paramCount: Type.Integer(),
  ...tracked,
})
export type AlarmTypeRow = Static<typeof alarmTypeRow>

export const alarmTypePageInput = pageInput({ level: optional(oneOf('alarmLevel')), enabled: optional(Type.Boolean()) }, [
  'code',
  'createdAt',
  'updatedAt',
])

const alarmTypeFields = {
  nameZh: eitherName('nameEn', 40),
  nameEn: eitherName('nameZh', 40),
  level: oneOf('alarmLevel'),
  acknowledgeS: Type.Integer({ minimum: 10, maximum: 86_400 }),
  closeS: optional(Type.Integer({ minimum: 60, maximum: 2_592_000 })),
}
export const alarmTypeCreateInput = input({ code: text(40), ...alarmTypeFields })
export const alarmTypeUpdateInput = input({ id: ref('alarm_type'), version: version(), ...alarmTypeFields })
