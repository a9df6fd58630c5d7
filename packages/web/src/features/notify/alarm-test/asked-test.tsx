import { lazy } from 'react'
import { askTest, useAskedTest } from '../../sites/project/test-alarm.ts'

const SendTestAlarm = lazy(() => import('./send-test-alarm.tsx'))

/** On every page: the dialog of the test alarm that somebody is about to send. */
export function AskedTest() {
  const place = useAskedTest((state) => state.place)
  return place && <SendTestAlarm place={place} onClose={() => askTest(null)} />
}
