import { endpoints, type DutyTeamDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { otherZone } from '../../../kit/time.tsx'

const { dutyOverride, dutyTeam } = endpoints

/** Values already known when the form opens. */
export interface ChangeDraft {
  startTime?: string
  endTime?: string
  insteadOfId?: number | undefined
}

interface OverrideFormProps {
  team: DutyTeamDetail
  draft: ChangeDraft
  onClose: () => void
}

/** Adds a roster change: somebody who stands in, or is on duty in addition to the others. */
export default function OverrideForm({ team, draft, onClose }: OverrideFormProps) {
  const { t } = useTranslation('duty')
  const [now] = useState(() => Date.now())
  const { startTime, endTime, insteadOfId } = draft
  const members = team.members.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      endpoint={dutyOverride.create}
      title={t(($) => $.changes.create)}
      initial={{
        ...(startTime === undefined ? {} : { startTime }),
        ...(endTime === undefined ? {} : { endTime }),
        ...(insteadOfId === undefined ? {} : { insteadOfId }),
      }}
      hidden={{ teamId: team.id }}
      fields={[
        { name: 'accountId', label: t(($) => $.changes.who), source: dutyTeam.accounts },
        {
          name: 'insteadOfId',
          label: t(($) => $.changes.whom),
          kind: 'select',
          options: members,
          hint: t(($) => $.changes.whomHint),
        },
        'startTime',
        'endTime',
        'reason',
      ]}
      onClose={onClose}
    >
      {otherZone(startTime ?? now, team.timeZone) && (
        <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.changes.times, { zone: team.timeZone })} />
      )}
    </FormDialog>
  )
}
