import { endpoints, type GatewaySecret } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { useCan } from '../../../session/me.tsx'
import { toneOf, useAlarmColumns } from '../../alarms/alarm/alarm-cells.tsx'

const { gateway, project } = endpoints

/** Alarms within this time after the registration are shown as those of the first test. */
const testMinutes = 30

/** A gateway that was registered on this page. */
export interface Installed {
  readonly given: GatewaySecret
  readonly projectId: number
  /** When it was registered. */
  readonly since: number
}

/** Puts the gateway and the devices behind it on test, for users who may. */
const PutOnTest = ({ given: { id }, projectId, onClose }: Installed & { onClose: () => void }) => {
  const { t } = useTranslation('gateway')
  const words = t(($) => $.register, { returnObjects: true })
  const [until] = useState(() => new Date(Date.now() + testMinutes * 60_000).toISOString())
  return (
    <FormDialog
      endpoint={project.putOnTest}
      title={words.testBegin}
      ok={words.testBegin}
      saved={null}
      hidden={{ projectId, whole: false, gatewayIds: [id], toAt: until }}
      initial={{ reason: words.testReason, identityCheck: 'onSite' }}
      fields={['reason', { name: 'requestedBy', label: words.testRequestedBy }, 'identityCheck']}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={words.testUnregistered} />
    </FormDialog>
  )
}

/** The alarms that the gateway reports in the first minutes. */
export const FirstAlarm = (installed: Installed) => {
  const { t } = useTranslation('gateway')
  const { given, since } = installed
  const can = useCan()
  const columns = useAlarmColumns()
  const [seen, setSeen] = useState(0)
  const [asking, setAsking] = useState(false)
  const onTest = useCall(gateway.detail, { id: given.id }, { quiet: true }).data?.onTest ?? false
  const words = t(($) => $.register, { returnObjects: true })
  return (
    <>
      <p>{t(($) => $.register.testHint, { minutes: testMinutes })}</p>
      <Alert
        className="ew-form-alert"
        type={onTest ? 'info' : 'warning'}
        showIcon
        title={onTest ? words.testMarked : words.testReal}
        description={onTest ? words.testUnregistered : undefined}
      />
      {!onTest && can('project:test') && (
        <p>
          <Button onClick={() => setAsking(true)}>{words.testBegin}</Button>
        </p>
      )}
      {seen > 0 && <Alert className="ew-form-alert" type="success" showIcon title={words.testDone} />}
      <ListPage
        embedded
        title={words.test}
        endpoint={gateway.alarms}
        fixed={{
          gatewayId: given.id,
          startTime: new Date(since).toISOString(),
          endTime: new Date(since + testMinutes * 60_000).toISOString(),
        }}
        columns={columns}
        tone={toneOf}
        onRows={(rows) => setSeen(rows.length)}
      />
      {asking && <PutOnTest {...installed} onClose={() => setAsking(false)} />}
    </>
  )
}
