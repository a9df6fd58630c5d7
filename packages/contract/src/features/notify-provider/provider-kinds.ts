import type { EnumValue } from '../../kernel/enums.ts'
import type { ProviderField, ProviderSecret } from './notify-provider.schema.ts'

export type ProviderKind = EnumValue<'providerKind'>

export interface ProviderKindFacts {
  readonly channel: Exclude<EnumValue<'notifyMethod'>, 'inSite'>
  /** The settings that it has, in the order of the form, and whether each must be filled in. */
  readonly fields: Readonly<Partial<Record<ProviderField, 'required' | 'optional'>>>
  readonly secrets: Readonly<Partial<Record<ProviderSecret, 'required' | 'optional'>>>
  /** How its receipts come: over our public address, signed or under an unguessable one; over its own connection; or not at all. */
  readonly receipts: 'signed' | 'token' | 'inBand' | 'none'
  /** It tells what is left on the account. */
  readonly balance?: true
  /** Its address, unless another is entered. */
  readonly endpoint?: string
}

const price = { unitPrice: 'optional', currency: 'optional' } as const
const address = { endpoint: 'optional', allowPrivate: 'optional' } as const
const aliyun = { accessKeyId: 'required', ...address, publicUrl: 'optional', ...price } as const
const twilio = { accountSid: 'required', fromNumber: 'required', ...address, publicUrl: 'optional', ...price } as const
const http = {
  url: 'required',
  bodyFormat: 'required',
  body: 'required',
  headerName: 'optional',
  refPath: 'optional',
  successPath: 'optional',
  successValue: 'optional',
  receiptStates: 'optional',
  allowPrivate: 'optional',
  publicUrl: 'optional',
  ...price,
} as const

/** Where a provider is reached, and how safely: its secrets were entered for this, and are entered anew when it changes. */
export const providerAddress = ['host', 'port', 'security', 'url', 'endpoint'] as const satisfies ProviderField[]
/** Secrets that stay here. */
export const ownSecrets: readonly ProviderSecret[] = ['dkimKey']

/** What each kind of provider needs, as data: the form, the checks of the server and the adapters read it. */
export const providerKinds: Readonly<Record<ProviderKind, ProviderKindFacts>> = {
  smtp: {
    channel: 'mail',
    fields: {
      host: 'required',
      port: 'required',
      security: 'required',
      user: 'optional',
      mailFrom: 'required',
      dkimDomain: 'optional',
      dkimSelector: 'optional',
      ...price,
    },
    secrets: { password: 'optional', dkimKey: 'optional' },
    receipts: 'none',
  },
  aliyunSms: {
    channel: 'sms',
    fields: { signName: 'required', templateCode: 'required', ...aliyun },
    secrets: { accessKeySecret: 'required' },
    receipts: 'token',
    endpoint: 'https://dysmsapi.aliyuncs.com',
  },
  twilioSms: {
    channel: 'sms',
    fields: twilio,
    secrets: { authToken: 'required' },
    receipts: 'signed',
    balance: true,
    endpoint: 'https://api.twilio.com',
  },
  smpp: {
    channel: 'sms',
    fields: {
      host: 'required',
      port: 'required',
      security: 'required',
      systemId: 'required',
      systemType: 'optional',
      fromNumber: 'optional',
      ...price,
    },
    secrets: { password: 'required' },
    receipts: 'inBand',
  },
  httpSms: { channel: 'sms', fields: http, secrets: { headerValue: 'optional' }, receipts: 'token' },
  aliyunVoice: {
    channel: 'voice',
    fields: { templateCode: 'required', showNumber: 'optional', playTimes: 'optional', ...aliyun },
    secrets: { accessKeySecret: 'required' },
    receipts: 'token',
    endpoint: 'https://dyvmsapi.aliyuncs.com',
  },
  twilioVoice: {
    channel: 'voice',
    fields: twilio,
    secrets: { authToken: 'required' },
    receipts: 'signed',
    balance: true,
    endpoint: 'https://api.twilio.com',
  },
  httpVoice: { channel: 'voice', fields: http, secrets: { headerValue: 'optional' }, receipts: 'token' },
  // Its keys are made by the server.
  webPush: { channel: 'app', fields: { subject: 'required', pushHosts: 'optional' }, secrets: {}, receipts: 'none' },
}
