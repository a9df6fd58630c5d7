import { endpoints, type UpgradeTaskRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { upgradeTask } = endpoints

interface StepProps {
  row: UpgradeTaskRow
  onClose: () => void
}

const Resume = ({ row, onClose }: StepProps) => {
  const { t } = useTranslation('upgrade')
  const { data } = useCall(upgradeTask.detail, { id: row.id })
  if (!data) return null
  return (
    <FormDialog
      endpoint={upgradeTask.resume}
      title={t(($) => $.resumeTitle, { name: row.name })}
      ok={t(($) => $.resume)}
      saved={t(($) => $.resumed)}
      fields={[
        { name: 'successShare', hint: t(($) => $.successHint) },
        { name: 'failureShare', hint: t(($) => $.failureHint) },
      ]}
      initial={{ successShare: data.successShare, failureShare: data.failureShare }}
      hidden={{ id: row.id }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.resumeHint)} />
    </FormDialog>
  )
}

const Decide = ({ row, agree, onClose }: StepProps & { agree: boolean }) => {
  const { t } = useTranslation('upgrade')
  const { name, total: count } = row
  return (
    <FormDialog
      endpoint={upgradeTask.approve}
      title={agree ? t(($) => $.approveTitle, { name }) : t(($) => $.rejectTitle, { name })}
      ok={agree ? t(($) => $.approve) : t(($) => $.reject)}
      saved={agree ? t(($) => $.approved) : t(($) => $.rejected)}
      danger={!agree}
      fields={[{ name: 'note', label: fieldLabel('decisionNote') }]}
      hidden={{ id: row.id, agree }}
      onClose={onClose}
    >
      {agree && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.approveHint, { count })} />}
    </FormDialog>
  )
}

const Stop = ({ row, step, onClose }: StepProps & { step: 'suspend' | 'terminate' }) => {
  const { t } = useTranslation('upgrade')
  const { name, waiting: count } = row
  const ends = step === 'terminate'
  return (
    <FormDialog
      endpoint={upgradeTask[step]}
      title={ends ? t(($) => $.terminateTitle, { name }) : t(($) => $.suspendTitle, { name })}
      ok={ends ? t(($) => $.terminate) : t(($) => $.suspend)}
      saved={ends ? t(($) => $.terminated) : t(($) => $.suspended)}
      danger={ends}
      fields={['reason']}
      hidden={{ id: row.id }}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type="warning"
        showIcon
        title={ends ? t(($) => $.terminateHint, { count }) : t(($) => $.suspendHint)}
      />
    </FormDialog>
  )
}

/** An action on an upgrade task that needs more than a confirmation. */
export default function StepForm({
  step,
  ...props
}: StepProps & { step: 'suspend' | 'resume' | 'terminate' | 'approve' | 'reject' }) {
  if (step === 'resume') return <Resume {...props} />
  if (step === 'suspend' || step === 'terminate') return <Stop {...props} step={step} />
  return <Decide {...props} agree={step === 'approve'} />
}
