import type { EnumValue } from '@emberwatch/contract'
import { noAnswer } from '../../../platform/channels/http-request.ts'
import type { Sent } from '../../../platform/channels/provider.ts'

/** Why a message was not sent, as one of our own terms: a provider's answer may contain anything, and not everybody may read it. */
export const failureKindOf = ({ result, reason }: Exclude<Sent, { result: 'accepted' }>): EnumValue<'sendFailure'> => {
  if (result === 'rejected') return 'refused'
  if (reason === 'noProvider' || reason === 'providerDown') return reason
  return reason === noAnswer ? 'timeLimit' : 'notWorking'
}
