import { endpoints } from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../kit/actions.tsx'
import { operationsFor } from '../../session/me.tsx'
import type { TestPlace } from './send-test-alarm.tsx'

const SendTestAlarm = lazy(() => import('./send-test-alarm.tsx'))

interface Dialogs {
  show: (dialog: ReactNode) => void
  close: () => void
}

/** “Send a test alarm” for the page of a device, a gateway or a project; `projectId` is that of the place, null while it is in stock. */
export const useTestAlarm = ({ show, close }: Dialogs) => {
  const { t } = useTranslation('alarm-test')
  return (at: TestPlace['at'], projectId: number | null, off?: string): Action => ({
    key: 'testAlarm',
    label: t(($) => $.send),
    ...operationsFor(endpoints.alarmTest.raise),
    off: off ?? (projectId === null ? t(($) => $.stock) : undefined),
    onClick: () => projectId !== null && show(<SendTestAlarm place={{ at, projectId }} onClose={close} />),
  })
}
