import type { TProperties, TSchema } from 'typebox'
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

/** A type in answers; `own`: what only one kind of types has. */
const rowWith = <Own extends TProperties>(own: Own) =>
  Type.Object({
    id: id(),
    /** The code that the product uses for it. It never changes. */
    code: Type.String(),
    nameZh: Type.String(),
    nameEn: Type.String(),
    level: oneOf('alarmLevel'),
    ...own,
    enabled: Type.Boolean(),
    /** Number of report parameters that use it. */
    paramCount: Type.Integer(),
    ...tracked,
  })

const alarmTypeRow = rowWith({
  /** Targets of the response clock, in seconds from the first signal. */
  acknowledgeS: Type.Integer(),
  closeS: nullable(Type.Integer()),
})
export type AlarmTypeRow = Static<typeof alarmTypeRow>

const faultTypeRow = rowWith({})
export type FaultTypeRow = Static<typeof faultTypeRow>

const names = { nameZh: eitherName('nameEn', 40), nameEn: eitherName('nameZh', 40) }

/** The calls of one kind of types. `select` is declared with the alarms and the faults, whose lists use it. */
const callsOf = <const Kind extends 'alarm' | 'fault', Row extends TSchema, Fields extends TProperties>(
  kind: Kind,
  one: string,
  { row, fields, update }: { readonly row: Row; readonly fields: Fields; readonly update?: { readonly summary: string } },
) =>
  standardCalls(`${kind}Type`, {
    entity: `${kind}_type`,
    about: `${kind}Type`,
    words: [one, `${kind} types`],
    page: {
      input: pageInput({ level: optional(oneOf('alarmLevel')), enabled: optional(Type.Boolean()) }, [
        'code',
        'createdAt',
        'updatedAt',
      ]),
      row,
    },
    create: { input: input({ code: text(40), ...fields }), errors: ['duplicate'] },
    update: { input: input({ id: ref(`${kind}_type`), version: version(), ...fields }), ...update },
    remove: { summary: `Delete ${one} that no report parameter means and no ${kind} has`, errors: ['inUse', 'notHere'] },
    setEnabled: { summary: `Enable or disable for new report parameters; codes that mean it go on raising ${kind}s` },
  })

export const alarmTypeEndpoints = callsOf('alarm', 'an alarm type', {
  row: alarmTypeRow,
  fields: {
    ...names,
    level: oneOf('alarmLevel'),
    acknowledgeS: Type.Integer({ minimum: 10, maximum: 86_400 }),
    closeS: optional(Type.Integer({ minimum: 60, maximum: 2_592_000 })),
  },
  update: { summary: 'Edit an alarm type; alarms raised before keep their level and deadline' },
})

export const faultTypeEndpoints = callsOf('fault', 'a fault type', {
  row: faultTypeRow,
  fields: {
    ...names,
    /** A fault never has the level fire. */
    level: Type.Unsafe<'warning' | 'notice'>({ type: 'string', enum: ['warning', 'notice'], enumeration: 'alarmLevel' }),
  },
})
