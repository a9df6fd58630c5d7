import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { Heard } from './heard.tsx'
import './repair-story.css'

/** Somebody who stands beside the device waits for its signal. */
const hearMs = 5_000

/** Beside the result of the retest: what the order's devices have sent since the start. */
export const RetestHint = ({ orderId }: { orderId: number }) => {
  const { t } = useTranslation('repair-story')
  const origin = useCall(endpoints.repairStory.ofOrder, { id: orderId }, { quiet: true, refetchInterval: hearMs }).data
  if (!origin) return t(($) => $.heard.loading)
  return <Heard heard={origin.heard} startedAt={origin.startedAt} />
}
