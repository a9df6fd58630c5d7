import {
  oneOf,
  id,
  input,
  instant,
  nullable,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
} from '../../../kernel/schema.ts'
import type { Static } from '../../../kernel/schema.ts'

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** The settings of all kinds. Which kind has and requires which is defined in providerKinds. */
const settings = {
  host: optional(text(253)),
  port: optional(whole(1, 65_535)),
  /** `starttls`: starts unencrypted and fails if it cannot be encrypted; `none` only for a server in the same building. */
  security: optional(oneOf('providerSecurity')),
  user: optional(text(120)),
  /** Sender address of mail, with or without a name: `Fire watch <watch@example.com>`. */
  mailFrom: optional(text(200)),
  dkimDomain: optional(ruled('domain', { maxLength: 253 })),
  dkimSelector: optional(Type.String({ pattern: '^[A-Za-z0-9._-]+$', maxLength: 63 })),
  accessKeyId: optional(text(100)),
  signName: optional(text(60)),
  /** The approved template for messages that have none of their own. */
  templateCode: optional(text(60)),
  showNumber: optional(text(30)),
  playTimes: optional(whole(1, 3)),
  accountSid: optional(Type.String({ pattern: '^AC[0-9a-fA-F]{32}$', maxLength: 34 })),
  fromNumber: optional(text(30)),
  systemId: optional(text(15)),
  systemType: optional(text(12)),
  url: optional(ruled('pushUrl', { maxLength: 500 })),
  bodyFormat: optional(oneOf('bodyFormat')),
  /** Variables: {{phone}}, {{title}}, {{content}}, {{key}}, {{template}}, {{receiptUrl}}, {{language}}, {{params.<name>}}. */
  body: optional(text(4_000)),
  headerName: optional(Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", maxLength: 60 })),
  /** Path of the provider's message id in its answer, e.g. `data.id`. */
  refPath: optional(text(100)),
  /** Accepted only if the answer has this value at `successPath`. */
  successPath: optional(text(100)),
  successValue: optional(text(100)),
  /** What the provider's words in receipts mean, e.g. `DELIVRD=delivered, 3=busy`. */
  receiptStates: optional(text(1_000)),
  endpoint: optional(ruled('pushUrl', { maxLength: 300 })),
  /** The provider may be at an address of this machine or of the local network. */
  allowPrivate: optional(Type.Boolean()),
  /** The base address at which the provider reaches us. */
  publicUrl: optional(ruled('pushUrl', { maxLength: 300 })),
  /** Price of each SMS segment, call or mail. */
  unitPrice: optional(Type.Number({ minimum: 0, maximum: 1_000 })),
  currency: optional(oneOf('currency')),
  /** Hosts of internal push services; all others must be public. */
  pushHosts: optional(text(500)),
  /** Contact address for push services in case of problems: mailto: or https:. */
  subject: optional(Type.String({ pattern: '^(mailto:[^@\\s]+@[^@\\s]+|https://[^\\s]+)$', maxLength: 200 })),
}
const providerSettings = Type.Object(settings)
export type ProviderSettings = Static<typeof providerSettings>
export type ProviderField = keyof ProviderSettings
export const providerFields = Object.keys(settings) as ProviderField[]

/** Write-only. A secret that is left out of an update stays. */
const secrets = {
  password: optional(text(200)),
  dkimKey: optional(text(4_000)),
  accessKeySecret: optional(text(200)),
  authToken: optional(text(200)),
  headerValue: optional(text(500)),
}
const providerSecrets = Type.Object(secrets)
export type ProviderSecrets = Static<typeof providerSecrets>
export type ProviderSecret = keyof ProviderSecrets
export const providerSecretNames = Object.keys(secrets) as ProviderSecret[]

/** A provider and its current state. Its secrets are never included. */
export const notifyProviderRow = Type.Object({
  id: id(),
  channel: oneOf('notifyMethod'),
  kind: oneOf('providerKind'),
  name: Type.String(),
  priority: Type.Integer(),
  settings: providerSettings,
  /** Which secrets are set. */
  secretNames: Type.Array(Type.String()),
  /** The address for receipts; null if none arrive over HTTP, the public address is not set, or the caller may not edit the provider. */
  receiptUrl: nullable(Type.String()),
  publicKey: nullable(Type.String()),
  ratePerMinute: Type.Integer(),
  timeoutS: Type.Integer(),
  enabled: Type.Boolean(),
  state: oneOf('providerState'),
  lastSuccessAt: nullable(instant()),
  lastFailureAt: nullable(instant()),
  lastFailure: nullable(Type.String()),
  /** The last unknown word in its receipts, which changed nothing. */
  unknownWord: nullable(Type.String()),
  failures: Type.Integer(),
  downUntil: nullable(instant()),
  balance: nullable(Type.Number()),
  balanceCurrency: nullable(Type.String()),
  balanceAt: nullable(instant()),
  ...tracked,
})

export const notifyProviderPageInput = pageInput(
  {
    channel: optional(oneOf('notifyMethod')),
    kind: optional(oneOf('providerKind')),
    state: optional(oneOf('providerState')),
    enabled: optional(Type.Boolean()),
  },
  ['channel', 'name', 'createdAt'],
)
const shared = {
  name: text(60),
  /** The provider with the lowest number of a channel is tried first; the next one takes over. */
  priority: whole(1, 9),
  ratePerMinute: whole(1, 60_000),
  timeoutS: whole(2, 60),
  enabled: Type.Boolean(),
  ...settings,
  ...secrets,
}
export const notifyProviderCreateInput = input({ kind: oneOf('providerKind'), ...shared })
export const notifyProviderUpdateInput = input({ id: ref('notify_provider'), version: version(), ...shared })

/** A number or mail address. Push messages go to the caller's own phones. */
export const providerTestInput = input({ id: ref('notify_provider'), to: optional(text(200)) })
export const providerTestAnswer = Type.Object({
  result: oneOf('sendResult'),
  /** The provider's own words, or its message id. */
  reason: nullable(Type.String()),
  ref: nullable(Type.String()),
  ms: Type.Integer(),
})
export const providerBalanceAnswer = Type.Object({ amount: Type.Number(), currency: Type.String() })

/** Whether anybody outside can be notified over a channel. `unproven`: no provider of it has ever sent anything. */
export const channelState = Type.Object({ channel: oneOf('notifyMethod'), state: oneOf('channelState') })
