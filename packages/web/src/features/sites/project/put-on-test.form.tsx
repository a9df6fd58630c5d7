import { endpoints, type ProjectRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../session/me.tsx'
import { CallerPasswords } from '../project-notifier/caller-passwords.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { project, gateway } = endpoints
const hourMs = 3_600_000
const isPart = (values: Readonly<Record<string, unknown>>) => values['whole'] === false

/** Puts a project, or some of its gateways and devices, on test for a time. */
export default function PutOnTest({ row, onClose }: { row: ProjectRow; onClose: () => void }) {
  const { t } = useTranslation('project')
  const can = useCan()
  // Preset to one hour, in whole minutes, which are easier to read.
  const [until] = useState(() => new Date(Math.ceil((Date.now() + hourMs) / 60_000) * 60_000).toISOString())
  return (
    <FormDialog
      drawer
      endpoint={project.putOnTest}
      title={t(($) => $.testForm.title, { name: row.name })}
      ok={t(($) => $.actions.test)}
      saved={t(($) => $.done.test)}
      hidden={{ projectId: row.id }}
      initial={{ whole: true, toAt: until }}
      fields={[
        'reason',
        { name: 'requestedBy', label: t(($) => $.testForm.requestedBy) },
        'identityCheck',
        { name: 'fromAt', hint: t(($) => $.testForm.from) },
        'toAt',
        { name: 'whole', hint: t(($) => $.testForm.whole) },
        {
          name: 'gatewayIds',
          label: t(($) => $.testForm.gateways),
          hint: t(($) => $.testForm.gatewaysHint),
          source: gateway.select,
          sourceInput: { projectId: row.id },
          when: isPart,
        },
        { name: 'deviceIds', source: project.deviceSelect, sourceInput: { projectId: row.id }, when: isPart },
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.testForm.hint)} />
      {/* A person who requests the test by phone says the caller password. */}
      {can('projectNotifier:view') && <CallerPasswords projectId={row.id} />}
    </FormDialog>
  )
}
