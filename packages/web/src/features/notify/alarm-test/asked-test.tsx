import { useRouter } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { DialogBoundary } from '../../../kit/dialog-boundary.tsx'
import { askTest, useAskedTest } from '../../sites/project/test-alarm.ts'

const SendTestAlarm = lazy(() => import('./send-test-alarm.tsx'))

const close = () => askTest(null)

/** On every page: the dialog of the test alarm that somebody is about to send. Whoever leaves the page, or signs out, sends none from there. */
export const AskedTest = () => {
  const place = useAskedTest((state) => state.place)
  const { history } = useRouter()
  useEffect(() => {
    const stop = history.subscribe(close)
    return () => {
      stop()
      close()
    }
  }, [history])
  return (
    place && (
      <DialogBoundary onFailed={close}>
        <SendTestAlarm place={place} onClose={close} />
      </DialogBoundary>
    )
  )
}
