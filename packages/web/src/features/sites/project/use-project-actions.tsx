import {
  type ActorFacts,
  applicationStates,
  decide,
  type Decision,
  endpoints,
  pageAddress,
  type ProjectRow,
  projectServiceStates,
  projectStates,
} from '@emberwatch/contract'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { sharedTexts } from '../../../i18n/i18n.ts'
import type { Action } from '../../../kit/actions.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { startExport } from '../../../kit/tasks.ts'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { useTestAlarm } from './test-alarm.ts'

const ProjectForm = lazy(() => import('./project.form.tsx'))
const StopProject = lazy(() => import('./stop-project.form.tsx'))
const RenewProject = lazy(() => import('./renew-project.form.tsx'))
const PutOnTest = lazy(() => import('./put-on-test.form.tsx'))

const project = endpoints.project

/** Why an action is disabled, in words; undefined if it is possible. */
export const offOf = (decision: Decision<string>): string | undefined =>
  decision.allowed ? undefined : (sharedTexts().reasons as Readonly<Record<string, string>>)[decision.reason]

const onStatus = (action: string, row: ProjectRow, actor: ActorFacts) =>
  offOf(decide(projectStates, action, row.status, row, actor))

/** Why an installation cannot be completed. What has not begun lacks what begins it. */
const onInstallation = (row: ProjectRow, actor: ActorFacts) => {
  const { approved, devicesBound } = sharedTexts().reasons
  if (row.status === 'uninstall') return row.audit === 'approved' ? devicesBound : approved
  return onStatus('complete', row, actor)
}

export interface ProjectWork {
  toolbar: readonly Action[]
  actionsOf: (row: ProjectRow) => Action[]
  dialog: ReactNode
}

/** The actions for a project, for list and detail page, with their dialogs. `leave` leaves the page of a deleted project. */
export const useProjectActions = (leave?: () => Promise<void>): ProjectWork => {
  const { t } = useTranslation('project')
  const actor = useActor()
  const run = useRunWrite()
  const { toolbar, edit, remove, show, close, dialog } = useRowActions<ProjectRow>({
    calls: project,
    renderForm: (open) => <ProjectForm {...open} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint), import: t(($) => $.import) },
    leave,
  })
  const testAlarm = useTestAlarm()
  /** An action without a form: asks for confirmation first. */
  const step = (action: 'complete' | 'uncomplete' | 'resume' | 'resubmit', row: ProjectRow, off: string | undefined): Action => ({
    key: action,
    label: t(($) => $.actions[action]),
    ...operationsFor(project[action]),
    off,
    confirm: t(($) => $.ask[action], { name: row.name, years: row.maintenanceYears }),
    onClick: async () => {
      await run(project[action], { id: row.id })
      toast.success(t(($) => $.done[action]))
    },
  })
  const actionsOf = (row: ProjectRow): Action[] => {
    const { audit, status, stopped } = row
    const isServed = status === 'maintenance' || status === 'overmaintenance'
    const dossier: Action = {
      key: 'dossier',
      label: t(($) => $.actions.dossier),
      ...operationsFor(endpoints.projectDossier.export),
      // The tray shows its progress and saves the file.
      onClick: () => startExport(endpoints.projectDossier.export, { id: row.id }),
    }
    // A project of another company: nobody here can change the project itself.
    if (row.joined) return [dossier]
    const complete = { ...step('complete', row, onInstallation(row, actor)), primary: status === 'installing' }
    return [
      edit(row),
      ...(audit === 'rejected' ? [step('resubmit', row, offOf(decide(applicationStates, 'resubmit', audit, row, actor)))] : []),
      ...(isServed
        ? [
            {
              key: 'renew',
              label: t(($) => $.actions.renew),
              ...operationsFor(project.renew),
              off: onStatus('renew', row, actor),
              onClick: () => show(<RenewProject row={row} onClose={close} />),
            },
            step('uncomplete', row, onStatus('uncomplete', row, actor)),
          ]
        : [complete]),
      {
        key: 'test',
        label: t(($) => $.actions.test),
        ...operationsFor(project.putOnTest),
        onClick: () => show(<PutOnTest row={row} onClose={close} />),
      },
      testAlarm({ projectId: row.id }, row.id, audit === 'approved' ? undefined : sharedTexts().reasons.approved),
      stopped
        ? step('resume', row, offOf(decide(projectServiceStates, 'resume', 'stopped', row, actor)))
        : {
            key: 'stop',
            label: t(($) => $.actions.stop),
            ...operationsFor(project.stop),
            danger: true,
            off: offOf(decide(projectServiceStates, 'stop', 'running', row, actor)),
            onClick: () => show(<StopProject row={row} onClose={close} />),
          },
      dossier,
      {
        key: 'handOver',
        label: t(($) => $.actions.handOver),
        ...operationsFor(endpoints.handOver.project),
        href: pageAddress('handOverList', { project: row.id }),
      },
      remove(row),
    ]
  }
  return { toolbar, actionsOf, dialog }
}
