import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { Heard } from './heard.tsx'
import './repair-story.css'

/** Polled for a person who is waiting for the signal next to the device (ms). */
const hearMs = 5_000

/** Next to the result of the retest: the signals of the order's devices since the start. */
export const RetestHint = ({ orderId }: { orderId: number }) => {
  const { t } = useTranslation('repair-story')
  const origin = useCall(endpoints.repairStory.ofOrder, { id: orderId }, { quiet: true, refetchInterval: hearMs }).data
  if (!origin) return t(($) => $.heard.loading)
  return <Heard heard={origin.heard} startedAt={origin.startedAt} />
}
