import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import type { EnumValue } from '../../../enums.ts'
import { limits } from '../../../kernel/limits.ts'
import { commandParameter, givenParameter, type ParameterValue } from './command-parameters.ts'

/** Account types that may be allowed to send commands. */
const senders = ['siter', 'distributor', 'agent_one', 'agent_two'] as const satisfies readonly EnumValue<'accountType'>[]
export type CommandSender = (typeof senders)[number]
const sender = () => Type.Unsafe<CommandSender>({ type: 'string', enum: [...senders], enumeration: 'accountType' })
export const commandSenders: readonly CommandSender[] = senders

const definition = {
  code: Type.String(),
  name: Type.String(),
  remark: Type.String(),
  parameters: Type.Array(commandParameter),
  encoding: oneOf('commandEncoding'),
  frame: nullable(Type.String()),
  timeoutS: Type.Integer(),
  retries: Type.Integer(),
  dangerous: Type.Boolean(),
  senderTypes: Type.Array(sender()),
  senderLevel: nullable(Type.Integer()),
  sampleFrame: nullable(Type.String()),
}

/** A command that the devices of a model understand. */
export const deviceCommandRow = Type.Object({
  id: id(),
  modelId: id(),
  modelName: Type.String(),
  ...definition,
  enabled: Type.Boolean(),
  ...tracked,
})
export type DeviceCommandRow = Static<typeof deviceCommandRow>

export const deviceCommandPageInput = pageInput(
  { modelId: optional(ref('device_model')), dangerous: optional(Type.Boolean()), enabled: optional(Type.Boolean()) },
  ['code', 'name', 'createdAt', 'updatedAt'],
)

const frameText = (most: number) => Type.String({ minLength: 2, maxLength: most })
const commandFields = {
  name: text(60),
  /** Name of the command on the wire. */
  code: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9._-]*$' }),
  remark: optional(text(200)),
  parameters: optional(Type.Array(commandParameter, { maxItems: 20 })),
  encoding: oneOf('commandEncoding'),
  /** For commands in bytes: hexadecimal digits and placeholders such as `{level:u8}`. */
  frame: optional(frameText(500)),
  /** How long to wait for an answer. */
  timeoutS: Type.Integer({ minimum: 2, maximum: 600 }),
  retries: Type.Integer({ minimum: 0, maximum: 5 }),
  /** Needs the approval of a second person. */
  dangerous: optional(Type.Boolean()),
  /** Account types that may send it. Empty: all that have the permission. */
  senderTypes: optional(Type.Array(sender(), { maxItems: 4, uniqueItems: true })),
  /** Only accounts whose role has this level or a higher one (a smaller number). */
  senderLevel: optional(Type.Integer({ minimum: 1, maximum: 9 })),
  /** Decoded with the definition when it is saved, as a check. */
  sampleFrame: optional(frameText(1_000)),
}
export const deviceCommandCreateInput = input({ modelId: ref('device_model'), ...commandFields })
export const deviceCommandUpdateInput = input({ id: ref('device_command'), version: version(), ...commandFields })

/** Decodes a sample with a definition that need not be stored yet. */
export const decodeSampleInput = input({
  encoding: oneOf('commandEncoding'),
  frame: optional(frameText(500)),
  parameters: optional(Type.Array(commandParameter, { maxItems: 20 })),
  sampleFrame: frameText(1_000),
})
export const decodedSample = Type.Object({
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** The parameters that a gateway receives. */
  message: Type.String(),
})

export interface SentValues {
  readonly [name: string]: ParameterValue
}

/** A command that was sent, or waits to be. */
export const sentCommandRow = Type.Object({
  id: id(),
  /** The command's id on the wire. */
  uid: Type.String(),
  commandId: nullable(id()),
  commandName: Type.String(),
  commandCode: Type.String(),
  dangerous: Type.Boolean(),
  deviceId: nullable(id()),
  deviceCode: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  gatewayId: id(),
  gatewayCode: Type.String(),
  projectId: nullable(id()),
  projectName: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  state: oneOf('commandState'),
  /** Why it failed or was not carried out, where that is known. */
  failure: nullable(oneOf('commandFailure')),
  params: Type.Unsafe<SentValues>({ type: 'object', additionalProperties: true }),
  note: nullable(Type.String()),
  /** The linked rule that sent it, if no person did. */
  ruleName: nullable(Type.String()),
  requestedById: nullable(id()),
  /** The person who was signed in as the sender, if any. */
  requestedForId: nullable(id()),
  requestedBy: nullable(Type.String()),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(instant()),
  createdAt: instant(),
  sentAt: nullable(instant()),
  attempts: Type.Integer(),
  receivedAt: nullable(instant()),
  receivedFrom: nullable(oneOf('commandReceipt')),
  answeredAt: nullable(instant()),
  /** The answer arrived after the command had timed out. */
  late: Type.Boolean(),
  replyMessage: nullable(Type.String()),
  replyValues: nullable(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })),
  expiresAt: instant(),
  closedAt: nullable(instant()),
})
export type SentCommandRow = Static<typeof sentCommandRow>

export const sentCommandPageInput = pageInput(
  {
    state: optional(oneOf('commandState')),
    /** True: still under way. False: ended. */
    open: optional(Type.Boolean()),
    dangerous: optional(Type.Boolean()),
    deviceId: optional(ref('device')),
    gatewayId: optional(ref('gateway')),
    projectId: optional(ref('project')),
  },
  ['createdAt'],
)

/** To a device, or to a gateway itself: exactly one is named. */
export const commandTargetInput = input({ deviceId: optional(ref('device')), gatewayId: optional(ref('gateway')) })

const order = {
  commandId: ref('device_command'),
  params: optional(Type.Array(givenParameter, { maxItems: 20 })),
  /** The reason; required for a dangerous command, because the second person decides on its basis. */
  note: optional(text(200)),
}
export const sendCommandInput = input({ deviceId: optional(ref('device')), gatewayId: optional(ref('gateway')), ...order })

/** The same command to several devices of one model. */
export const sendCommandsInput = input({ deviceIds: refs('device', 1, limits.commandsAtOnce), ...order })
/** The result for each device. `msg` says in the caller's language why nothing was sent to one. */
export const commandsSent = Type.Array(Type.Object({ id: id(), done: Type.Boolean(), msg: Type.String() }))
export type CommandsSent = Static<typeof commandsSent>

export const approveCommandInput = input({ id: ref('sent_command'), agree: Type.Boolean(), reason: optional(text(200)) })
export const cancelCommandInput = input({ id: ref('sent_command') })

/** The commands of a device, for those who want to send one. */
export const availableCommands = Type.Object({
  /** Why no command can be sent to it at present. */
  off: nullable(Type.String()),
  commands: Type.Array(
    Type.Object({
      id: id(),
      name: Type.String(),
      code: Type.String(),
      remark: Type.String(),
      parameters: Type.Array(commandParameter),
      timeoutS: Type.Integer(),
      dangerous: Type.Boolean(),
      /** Why the caller may not send this one. */
      off: nullable(Type.String()),
    }),
  ),
})
export type AvailableCommand = Static<typeof availableCommands>['commands'][number]
