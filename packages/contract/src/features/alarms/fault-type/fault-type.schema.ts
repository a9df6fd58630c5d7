import { eitherName } from '../../../kernel/either-language.ts'
import { id, input, oneOf, optional, pageInput, ref, text, tracked, Type, version, type Static } from '../../../kernel/schema.ts'

export const faultTypeRow = Type.Object({
  id: id(),
  /** The code that the product uses for it. It never changes. */
  code: Type.String(),
  nameZh: Type.String(),
  nameEn: Type.String(),
  level: oneOf('alarmLevel'),
  enabled: Type.Boolean(),
  /** Number of report parameters that use it. */
  paramCount: Type.Integer(),
  ...tracked,
})
export type FaultTypeRow = Static<typeof faultTypeRow>

export const faultTypePageInput = pageInput({ level: optional(oneOf('alarmLevel')), enabled: optional(Type.Boolean()) }, [
  'code',
  'createdAt',
  'updatedAt',
])

/** A fault never has the level fire. */
const faultTypeFields = {
  nameZh: eitherName('nameEn', 40),
  nameEn: eitherName('nameZh', 40),
  level: Type.Unsafe<'warning' | 'notice'>({ type: 'string', enum: ['warning', 'notice'], enumeration: 'alarmLevel' }),
}
export const faultTypeCreateInput = input({ code: text(40), ...faultTypeFields })
export const faultTypeUpdateInput = input({ id: ref('fault_type'), version: version(), ...faultTypeFields })
