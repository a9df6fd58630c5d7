import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import type { Action } from '../../../kit/actions.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { isHeldByOther, useAskToTake } from './use-confirm-alarm.ts'

const { alarmDesk, alarmNote } = endpoints

/** The desk's actions on the site of an alarm and a note on the alarm, with their dialogs. */
export const useDeskActions = (): { deskActionsOf: (row: AlarmRow) => Action[]; deskDialogs: ReactNode } => {
  const { t } = useTranslation('alarm')
  const { id: me } = useMe().user
  const run = useRunWrite()
  const askToTake = useAskToTake()
  const [dialog, setDialog] = useState<{ row: AlarmRow; as: 'assign' | 'comment' }>()

  const deskActionsOf = (row: AlarmRow): Action[] => {
    const { projectId, projectName, holderId, holderName } = row
    const project = projectName ?? ''
    // A closed alarm has nothing left to take over: the site's other alarms have rows of their own.
    const closed = row.closedAt === null ? undefined : t(($) => $.off.state, { state: enumLabel('alarmState', row.state) })
    const off = projectId === null ? t(($) => $.desk.noProject) : closed
    const take = async () => {
      if (projectId === null) return
      if (
        isHeldByOther(row, me) &&
        !(await askToTake(
          row,
          t(($) => $.desk.take),
        ))
      )
        return
      const from = holderId === null || holderId === me ? {} : { from: holderId }
      await run(alarmDesk.take, { projectId, ...from })
      toast.success(t(($) => $.desk.taken, { project }))
    }
    const release = async () => {
      if (projectId === null) return
      await run(alarmDesk.release, { projectId })
      toast.success(t(($) => $.desk.released, { project }))
    }
    const other = holderId !== null && holderId !== me
    return [
      holderId === me
        ? { key: 'take', label: t(($) => $.desk.release), op: 'alarm:confirm', onClick: release }
        : {
            key: 'take',
            label: other ? t(($) => $.desk.takeOver, { who: holderName ?? '' }) : t(($) => $.desk.take),
            op: 'alarm:confirm',
            off,
            onClick: take,
          },
      { key: 'assign', label: t(($) => $.desk.assign), op: 'alarm:assign', off, onClick: () => setDialog({ row, as: 'assign' }) },
      { key: 'comment', label: t(($) => $.desk.comment), op: 'alarm:note', onClick: () => setDialog({ row, as: 'comment' }) },
    ]
  }

  const close = () => setDialog(undefined)
  const deskDialogs =
    dialog &&
    (dialog.as === 'assign' ? <Assign row={dialog.row} onClose={close} /> : <Comment row={dialog.row} onClose={close} />)
  return { deskActionsOf, deskDialogs }
}

const Assign = ({ row: { projectId, projectName, holderId }, onClose }: { row: AlarmRow; onClose: () => void }) => {
  const { t } = useTranslation('alarm')
  const project = projectName ?? ''
  if (projectId === null) return null
  return (
    <FormDialog
      endpoint={alarmDesk.assign}
      title={t(($) => $.desk.assignTitle, { project })}
      ok={t(($) => $.desk.assign)}
      saved={t(($) => $.desk.assigned, { project })}
      fields={[
        { name: 'accountId', label: t(($) => $.desk.assignTo), source: alarmDesk.colleagues, sourceInput: { projectId } },
        'note',
      ]}
      hidden={{ projectId, ...(holderId === null ? {} : { from: holderId }) }}
      onClose={onClose}
    />
  )
}

const Comment = ({ row: { id, code }, onClose }: { row: AlarmRow; onClose: () => void }) => {
  const { t } = useTranslation('alarm')
  return (
    <FormDialog
      endpoint={alarmNote.add}
      title={t(($) => $.desk.commentTitle, { code })}
      saved={t(($) => $.desk.commented)}
      fields={[
        {
          name: 'text',
          label: t(($) => $.desk.comment),
          rules: [{ required: true, whitespace: true, message: sharedTexts().rules.required }],
        },
      ]}
      hidden={{ id }}
      onClose={onClose}
    />
  )
}
