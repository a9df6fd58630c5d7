import { hasOnlyVariables, messageTextNames, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

/** The notification settings in a form. */
export type Told = Partial<
  Pick<InputOf<typeof endpoints.reportParam.create>, 'notify' | 'mergeWindowS' | 'smsZh' | 'smsEn' | 'voiceZh' | 'voiceEn'>
>

/** The notification columns. @throws DomainError invalidInput for a text with an unknown variable */
export const toldOf = (ctx: Ctx, input: Told) => {
  for (const name of messageTextNames) if (!hasOnlyVariables(input[name] ?? '')) refuseField(ctx, name, 'messageVariables')
  return {
    notify: input.notify ?? true,
    merge_window_s: input.mergeWindowS ?? 0,
    sms_zh: input.smsZh ?? null,
    sms_en: input.smsEn ?? null,
    voice_zh: input.voiceZh ?? null,
    voice_en: input.voiceEn ?? null,
  }
}
