import {
  eitherName,
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
import { standardCalls } from '../../base/file/standard-calls.ts'

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

/** `web/alarmType/select` is declared with the alarms, whose lists use it. */
export const alarmTypeEndpoints = standardCalls('alarmType', {
  entity: 'alarm_type',
  about: 'alarmType',
  words: ['an alarm type', 'alarm types'],
  page: { input: alarmTypePageInput, row: alarmTypeRow },
  create: { input: alarmTypeCreateInput, errors: ['duplicate'] },
  update: { input: alarmTypeUpdateInput, summary: 'Edit an alarm type; alarms raised before keep their level and deadline' },
  del: { summary: 'Delete an alarm type that no report parameter means and no alarm has', errors: ['inUse', 'notHere'] },
  forbidden: { summary: 'Enable or disable for new report parameters; codes that mean it go on raising alarms' },
})
