import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { sound } from '../../alarms/alarm/alarm-sound.ts'
import { useSoundOn } from '../../alarms/alarm/sound-switch.tsx'
import type { TestPlace } from '../../sites/project/test-alarm.ts'
import { WhoLines } from '../notify-rule/who-lines.tsx'
import '../notify-rule/notify-rule.css'

const { alarmTest, notification } = endpoints

const WhoIsCalled = ({ at: { deviceId }, projectId }: TestPlace) => {
  const input = { projectId, event: 'alarm', level: 'fire', ...(deviceId === undefined ? {} : { deviceId }) } as const
  const query = useCall(notification.preview, input, { quiet: true })
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  return query.data ? <WhoLines preview={query.data} /> : <ListSkeleton rows={3} />
}

/** Raises a test alarm, after saying whom it will call. */
export default function SendTestAlarm({ place, onClose }: { place: TestPlace; onClose: () => void }) {
  const { t } = useTranslation('alarm-test')
  const [isSoundOn] = useSoundOn()
  return (
    <FormDialog
      endpoint={alarmTest.raise}
      title={t(($) => $.title)}
      ok={t(($) => $.send)}
      saved={t(($) => $.sent)}
      fields={[]}
      hidden={place.at}
      // As a fire sounds, once: it must not be taken for one by the others.
      onSaved={() => isSoundOn && sound('fire')}
      onClose={onClose}
    >
      <p>{t(($) => $.what)}</p>
      <WhoIsCalled {...place} />
    </FormDialog>
  )
}
