import { decide, endpoints, templateStates, type MessageTemplateRow } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { languageNames } from '../../../i18n/language.ts'
import type { Action } from '../../../kit/actions.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { operationsFor, useActor } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const TemplateForm = lazy(() => import('./template.form.tsx'))
const TemplatePreview = lazy(() => import('./template-preview.tsx'))
const DecideTemplate = lazy(() => import('./decide-template.form.tsx'))

const messageTemplate = endpoints.messageTemplate

/** The actions for a template, with the reason if one is disabled. */
const useTemplateActions = () => {
  const { t } = useTranslation('message-template')
  const kit = useTranslation('kit').t
  const run = useRunWrite()
  const actor = useActor()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<MessageTemplateRow>({
    calls: messageTemplate,
    renderForm: (open) => <TemplateForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: kit(($) => $.create),
      disable: ({ name }) => t(($) => $.disable, { name }),
      remove: t(($) => $.remove),
    },
  })
  const offOf = (action: 'submit' | 'withdraw' | 'approve' | 'update', row: MessageTemplateRow): string | undefined => {
    const decision = decide(templateStates, action, row.state, row, actor)
    if (decision.allowed) return undefined
    return sharedTexts().reasons[decision.reason === 'noAccess' ? 'wrongState' : decision.reason]
  }
  const actionsOf = (row: MessageTemplateRow): Action[] => {
    const { id, name, templateVersion: number } = row
    const decideIt: Action = {
      key: 'decide',
      label: t(($) => $.decide),
      ...operationsFor(messageTemplate.decide),
      off: offOf('approve', row),
      onClick: () => show(<DecideTemplate row={row} onClose={close} />),
    }
    const submit: Action = {
      key: 'submit',
      label: t(($) => $.submit),
      ...operationsFor(messageTemplate.submit),
      off: offOf('submit', row),
      confirm: t(($) => $.submitConfirm, { name, number }),
      onClick: async () => {
        await run(messageTemplate.submit, { id })
        toast.success(t(($) => $.submitted))
      },
    }
    const withdraw: Action = {
      key: 'withdraw',
      label: t(($) => $.withdraw),
      ...operationsFor(messageTemplate.withdraw),
      onClick: async () => {
        await run(messageTemplate.withdraw, { id })
        toast.success(t(($) => $.withdrawn))
      },
    }
    const preview: Action = {
      key: 'preview',
      label: t(($) => $.preview),
      onClick: () => show(<TemplatePreview row={row} onClose={close} />),
    }
    const copy: Action = {
      key: 'copy',
      label: t(($) => $.copy),
      ...operationsFor(messageTemplate.create),
      onClick: () => show(<TemplateForm like={row} onClose={close} />),
    }
    const change = { ...edit(row), off: row.state === 'submitted' ? t(($) => $.notWhileSubmitted) : undefined }
    const next = row.state === 'submitted' ? [decideIt, withdraw] : [submit]
    return [preview, ...next, change, copy, setEnabled(row), remove(row)]
  }
  return { toolbar, actionsOf, dialog }
}

/** The templates for events and for notices. */
export default function TemplateListPage() {
  const { toolbar, actionsOf, dialog } = useTemplateActions()
  return (
    <>
      <ListPage
        endpoint={messageTemplate.page}
        exporter={messageTemplate.export}
        filters={['keyword', 'event', 'channel', 'language', 'state', 'enabled', { kind: 'dateRange' }]}
        columns={[
          { field: 'name', render: ({ name, code }) => <TwoLines small={code}>{name}</TwoLines> },
          // The reason for a rejection must be visible at once.
          {
            field: 'state',
            render: ({ state, reason }) => (
              <TwoLines small={state === 'rejected' ? reason : null}>
                <StatusTag enumeration="templateState" value={state} />
              </TwoLines>
            ),
          },
          'event',
          {
            field: 'channel',
            render: ({ channel, language }) => (
              <TwoLines small={languageNames[language]}>{enumLabel('notifyMethod', channel)}</TwoLines>
            ),
          },
          // The full text is in the preview.
          { field: 'content', width: 200, render: ({ content }) => <span className="ew-clamped">{content}</span> },
          { field: 'approvedVersion' },
          { field: 'language', optional: true },
          { field: 'templateVersion', optional: true },
          'segments',
          'enabled',
          'companyName',
          { field: 'providerCode', optional: true },
          { field: 'signature', optional: true },
          ...auditColumns,
        ]}
        actions={toolbar}
        rowActions={actionsOf}
      />
      {dialog}
    </>
  )
}
