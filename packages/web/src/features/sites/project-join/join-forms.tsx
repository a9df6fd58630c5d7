import { endpoints, type ProjectJoinRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { projectJoin } = endpoints

interface DecisionProps {
  row: ProjectJoinRow
  onClose: () => void
}

const Hint = ({ text }: { text: string }) => <Alert className="ew-form-alert" type="info" showIcon title={text} />

/** Applies to join a project, by its code. */
const ApplyToJoin = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('project-join')
  return (
    <FormDialog
      endpoint={projectJoin.create}
      title={t(($) => $.applyForm.title)}
      ok={t(($) => $.apply)}
      saved={t(($) => $.applied)}
      fields={[
        { name: 'code', label: t(($) => $.applyForm.code) },
        { name: 'note', label: t(($) => $.applyForm.note), hint: t(($) => $.applyForm.noteHint) },
      ]}
      onClose={onClose}
    >
      <Hint text={t(($) => $.applyForm.hint)} />
    </FormDialog>
  )
}

/** Approves an application, with rights and a validity. */
const AgreeJoin = ({ row, onClose }: DecisionProps) => {
  const { t } = useTranslation('project-join')
  return (
    <FormDialog
      endpoint={projectJoin.agree}
      title={t(($) => $.agreeForm.title, { company: row.joinerName, project: row.projectName })}
      ok={t(($) => $.agree)}
      saved={t(($) => $.agreed)}
      hidden={{ id: row.id }}
      initial={{ rights: [] }}
      fields={[
        { name: 'rights', label: t(($) => $.agreeForm.rights), hint: t(($) => $.agreeForm.rightsHint) },
        { name: 'validUntil', label: t(($) => $.agreeForm.until), hint: t(($) => $.agreeForm.untilHint) },
      ]}
      onClose={onClose}
    >
      <Hint text={t(($) => $.agreeForm.hint)} />
    </FormDialog>
  )
}

/** Refuses an application, with the reason. */
const RejectJoin = ({ row, onClose }: DecisionProps) => {
  const { t } = useTranslation('project-join')
  return (
    <FormDialog
      danger
      endpoint={projectJoin.reject}
      title={t(($) => $.rejectForm.title, { company: row.joinerName })}
      ok={t(($) => $.reject)}
      saved={t(($) => $.rejected)}
      hidden={{ id: row.id }}
      fields={['reason']}
      onClose={onClose}
    >
      <Hint text={t(($) => $.rejectForm.hint)} />
    </FormDialog>
  )
}

/** Ends the participation, or withdraws the user's own application. */
const EndJoin = ({ row, onClose }: DecisionProps) => {
  const { t } = useTranslation('project-join')
  const waits = row.state === 'pending'
  const names = { company: row.joinerName, project: row.projectName ?? row.projectCode }
  return (
    <FormDialog
      danger
      endpoint={projectJoin.end}
      title={waits ? t(($) => $.withdrawForm.title, { project: row.projectCode }) : t(($) => $.endForm.title, names)}
      ok={waits ? t(($) => $.withdraw) : t(($) => $.end)}
      saved={t(($) => $.ended)}
      hidden={{ id: row.id }}
      fields={['reason']}
      onClose={onClose}
    >
      <Hint text={waits ? t(($) => $.withdrawForm.hint) : t(($) => $.endForm.hint)} />
    </FormDialog>
  )
}

/** The step in progress: an application, or a decision on one. */
export type JoinStep = { kind: 'apply' } | { kind: 'agree' | 'reject' | 'end'; row: ProjectJoinRow }

const decisions = { agree: AgreeJoin, reject: RejectJoin, end: EndJoin }

/** The form of a step. */
export default function JoinForm({ step, onClose }: { step: JoinStep; onClose: () => void }) {
  if (step.kind === 'apply') return <ApplyToJoin onClose={onClose} />
  const Decision = decisions[step.kind]
  return <Decision row={step.row} onClose={onClose} />
}
