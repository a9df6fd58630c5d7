import { endpoints, type InputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Action } from '../../../kit/actions.tsx'
import { operationsFor } from '../../../session/me.tsx'

/** Where a test alarm is raised. */
export interface TestPlace {
  /** Exactly one of the three. */
  readonly at: InputOf<typeof endpoints.alarmTest.raise>
  readonly projectId: number
}

/** The test alarm that somebody is about to send. Its dialog says who will be called, so it stands above all that can be tested. */
export const useAskedTest = create<{ readonly place: TestPlace | null }>(() => ({ place: null }))

export const askTest = (place: TestPlace | null): void => useAskedTest.setState({ place })

/** “Send a test alarm” for the page of a device, a gateway or a project; `projectId` is that of the place, null while it is in stock. */
export const useTestAlarm = () => {
  const { t } = useTranslation('alarm-test')
  return (at: TestPlace['at'], projectId: number | null, off?: string): Action => ({
    key: 'testAlarm',
    label: t(($) => $.send),
    ...operationsFor(endpoints.alarmTest.raise),
    off: off ?? (projectId === null ? t(($) => $.stock) : undefined),
    onClick: () => projectId !== null && askTest({ at, projectId }),
  })
}
