import type { ProviderKind } from '@emberwatch/contract'
import type { Adapter } from './adapter.ts'
import { aliyunSms } from './aliyun-sms.ts'
import { aliyunVoice } from './aliyun-voice.ts'
import { httpSms, httpVoice } from './http-template.ts'
import { smpp } from './smpp.ts'
import { smtp } from './smtp.ts'
import { twilioSms } from './twilio-sms.ts'
import { twilioVoice } from './twilio-voice.ts'
import { webPush } from './web-push.ts'

/** The adapter of each kind of provider. What each kind needs is data in the contract (`providerKinds`). */
export const adapters: Readonly<Record<ProviderKind, Adapter>> = {
  smtp,
  aliyunSms,
  twilioSms,
  smpp,
  httpSms,
  aliyunVoice,
  twilioVoice,
  httpVoice,
  webPush,
}
