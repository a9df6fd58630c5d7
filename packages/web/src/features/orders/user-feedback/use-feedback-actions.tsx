import { decide, endpoints, type FeedbackRow, feedbackStates, pageAddress } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useActor } from '../../../session/me.tsx'

const { userFeedback } = endpoints

/** The actions for a feedback, with their dialogs. */
export const useFeedbackActions = (): { actionsOf: (row: FeedbackRow) => Action[]; dialog: ReactNode } => {
  const { t } = useTranslation('user-feedback')
  const actor = useActor()
  const [open, setOpen] = useState<{ action: 'reply' | 'complete'; row: FeedbackRow }>()

  const offOf = (action: string, row: FeedbackRow): string | undefined => {
    const decision = decide(feedbackStates, action, row.state, row, actor)
    // The action is only offered to users who may take it.
    return decision.allowed ? undefined : sharedTexts().reasons[decision.reason === 'noAccess' ? 'wrongState' : decision.reason]
  }
  const actionsOf = (row: FeedbackRow): Action[] => [
    {
      key: 'reply',
      label: t(($) => $.reply),
      op: 'userFeedback:reply',
      off: offOf('reply', row),
      onClick: () => setOpen({ action: 'reply', row }),
    },
    {
      key: 'convert',
      label: t(($) => $.convert),
      op: 'repairOrder:create',
      off: offOf('convert', row),
      href: pageAddress('repairOrderList', { create: 1, feedbackId: row.id }),
    },
    {
      key: 'complete',
      label: t(($) => $.complete),
      op: 'userFeedback:complete',
      off: offOf('complete', row),
      onClick: () => setOpen({ action: 'complete', row }),
    },
  ]

  const close = () => setOpen(undefined)
  const quoted = open && (
    <>
      <blockquote className="ew-feedback-quote">{open.row.content}</blockquote>
      <Alert
        className="ew-form-alert"
        type="info"
        showIcon
        title={open.action === 'reply' ? t(($) => $.replyHint) : t(($) => $.completeHint)}
      />
    </>
  )
  const dialog =
    open === undefined ? null : open.action === 'reply' ? (
      <FormDialog
        endpoint={userFeedback.reply}
        title={t(($) => $.replyTitle, { code: open.row.code })}
        ok={t(($) => $.reply)}
        saved={t(($) => $.replied)}
        hidden={{ id: open.row.id }}
        fields={[{ name: 'content', empty: sharedTexts().errors.emptyMessage }]}
        onClose={close}
      >
        {quoted}
      </FormDialog>
    ) : (
      <FormDialog
        endpoint={userFeedback.complete}
        title={t(($) => $.completeTitle, { code: open.row.code })}
        ok={t(($) => $.complete)}
        saved={t(($) => $.completed)}
        hidden={{ id: open.row.id }}
        fields={['note']}
        onClose={close}
      >
        {quoted}
      </FormDialog>
    )
  return { actionsOf, dialog }
}
