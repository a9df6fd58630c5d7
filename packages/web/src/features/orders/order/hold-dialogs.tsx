import type { OrderRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import type { OrderKind } from './order-kind.ts'

interface StepProps {
  kind: OrderKind
  order: OrderRow
  onClose: () => void
}

/** Puts an order on hold: until a time, or until somebody resumes it. */
export const Hold = ({ kind, order, onClose }: StepProps) => {
  const { t } = useTranslation('order')
  return (
    <FormDialog
      endpoint={kind.calls.hold}
      title={t(($) => $.titles.hold, { code: order.code })}
      ok={t(($) => $.actions.hold)}
      saved={t(($) => $.done.hold)}
      hidden={{ id: order.id }}
      fields={['reason', { name: 'until', label: t(($) => $.holdUntilLabel) }]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.holdHint)} />
    </FormDialog>
  )
}

export const Unhold = ({ kind, order, onClose }: StepProps) => {
  const { t } = useTranslation('order')
  return (
    <FormDialog
      endpoint={kind.calls.unhold}
      title={t(($) => $.titles.unhold, { code: order.code })}
      ok={t(($) => $.actions.unhold)}
      saved={t(($) => $.done.unhold)}
      hidden={{ id: order.id }}
      fields={['note']}
      onClose={onClose}
    />
  )
}

/** Sets new dates, whoever works on the order; preset to the dates at the time the dialog opened. */
export const Reschedule = ({ kind, order, onClose }: StepProps) => {
  const { t } = useTranslation('order')
  const { id, code, version, scheduledFrom, scheduledTo, dueAt } = order
  return (
    <FormDialog
      endpoint={kind.calls.reschedule}
      title={t(($) => $.titles.reschedule, { code })}
      ok={t(($) => $.actions.reschedule)}
      saved={t(($) => $.done.reschedule)}
      initial={{
        ...(scheduledFrom === null ? {} : { scheduledFrom }),
        ...(scheduledTo === null ? {} : { scheduledTo }),
        ...(dueAt === null ? {} : { dueAt }),
      }}
      hidden={{ id, version }}
      fields={['scheduledFrom', 'scheduledTo', 'dueAt', { name: 'note', label: t(($) => $.rescheduleReason) }]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.rescheduleHint)} />
    </FormDialog>
  )
}

export const Cancel = ({ kind, order, onClose }: StepProps) => {
  const { t } = useTranslation('order')
  return (
    <FormDialog
      danger
      endpoint={kind.calls.cancel}
      title={t(($) => $.titles.cancel, { code: order.code })}
      ok={t(($) => $.actions.cancel)}
      saved={t(($) => $.done.cancel)}
      hidden={{ id: order.id }}
      fields={['reason']}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.cancelHint)} />
    </FormDialog>
  )
}
