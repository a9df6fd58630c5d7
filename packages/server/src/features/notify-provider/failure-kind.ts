import type { EnumValue } from '@emberwatch/contract'
import { noAnswer } from '../../platform/channels/http-request.ts'
import type { Sent } from '../../platform/channels/provider.ts'

/** Why a message was not sent, in words of ours: what a provider answers may be anything, and not everybody may read it. */
export const failureKindOf = ({ result, reason }: Exclude<Sent, { result: 'accepted' }>): EnumValue<'sendFailure'> => {
  if (result === 'rejected') return 'refused'
  if (reason === 'noProvider' || reason === 'providerDown') return reason
  return reason === noAnswer ? 'timeLimit' : 'notWorking'
}
