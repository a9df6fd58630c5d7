import type { EnumValue } from '../../../enums.ts'
import {
  eitherName,
  id,
  input,
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
import { standardCalls } from '../../base/file/standard-calls.ts'

/**
 * The product's own fault types that may hide an alarm: supervisory signals of extinguishing equipment (a running pump, a closed
 * valve), and whatever could not be read or is unknown.
 */
const doubtfulFaults: readonly string[] = ['supervisory', 'unreadable', 'unknownCode']

/** Whether an event is or may be an alarm of any level, so that quiet hours never hold it back. `faultCode`: code of the fault's type. */
export const mayBeAlarm = (event: EnumValue<'notifyEvent'>, faultCode: string | null): boolean =>
  event !== 'fault' || (faultCode !== null && doubtfulFaults.includes(faultCode))

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

/** `web/faultType/select` is declared with the faults, whose lists use it. */
export const faultTypeEndpoints = standardCalls('faultType', {
  entity: 'fault_type',
  about: 'faultType',
  words: ['a fault type', 'fault types'],
  page: { input: faultTypePageInput, row: faultTypeRow },
  create: { input: faultTypeCreateInput, errors: ['duplicate'] },
  update: { input: faultTypeUpdateInput },
  del: { summary: 'Delete a fault type that no report parameter means and no fault has', errors: ['inUse', 'notHere'] },
  forbidden: { summary: 'Enable or disable for new report parameters; codes that mean it go on raising faults' },
})
