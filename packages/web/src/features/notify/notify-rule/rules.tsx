import { endpoints, type NotifyRuleRow } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useWrite } from '../../../api/hooks.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumns, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor, useCan, useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { RuleHours, RuleLanguage, RuleMerge, RuleTargets, RuleState, RuleSteps, RuleWhen } from './rule-cells.tsx'
import './notify-rule.css'

const NotifyRuleForm = lazy(() => import('./notify-rule.form.tsx'))
const RuleDetails = lazy(() => import('./rule-details.tsx'))

const notifyRule = endpoints.notifyRule

/** Warnings that must always be shown: no rule is enabled, or no channel leads to people outside. */
const Warnings = () => {
  const { t } = useTranslation('notify-rule')
  const mayCreate = useCan()(operationsFor(notifyRule.createDefault).op ?? [])
  const enabled = useCall(notifyRule.page, { enabled: true, pageSize: 1 }, { quiet: true }).data
  const channels = useCall(notifyRule.choices, {}, { quiet: true, staleTime: 30_000 }).data?.channels
  const create = useWrite(notifyRule.createDefault)
  const [busy, setBusy] = useState(false)
  const createDefault = async () => {
    if (busy) return
    setBusy(true)
    try {
      await create.mutateAsync({})
      toast.success(t(($) => $.createdDefault))
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {enabled?.total === 0 && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.noneEnabled)}
          description={mayCreate ? t(($) => $.noneHint) : undefined}
          action={
            mayCreate && (
              <Button loading={busy} onClick={() => void createDefault()}>
                {t(($) => $.createDefault)}
              </Button>
            )
          }
        />
      )}
      {channels?.length === 1 && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.onlyInSite)} />}
    </>
  )
}

const drawWhen = (row: NotifyRuleRow) => <RuleWhen row={row} />
const drawTargets = (row: NotifyRuleRow) => <RuleTargets row={row} />
const drawSteps = (row: NotifyRuleRow) => <RuleSteps row={row} />
const drawHours = (row: NotifyRuleRow) => <RuleHours row={row} />
const drawMerge = (row: NotifyRuleRow) => <RuleMerge row={row} />
const drawLanguage = (row: NotifyRuleRow) => <RuleLanguage row={row} />
const drawState = (row: NotifyRuleRow) => <RuleState row={row} />

/** The rules of the company and of those below it. */
export const Rules = () => {
  const { t } = useTranslation('notify-rule')
  const { user } = useMe()
  const { toolbar, edit, setEnabled, remove, show, close, dialog } = useRowActions<NotifyRuleRow>({
    calls: notifyRule,
    renderForm: (open) => <NotifyRuleForm {...open} />,
    nameOf: ({ name }) => name,
    texts: { create: t(($) => $.create), disable: () => t(($) => $.disable), remove: t(($) => $.deleteHint) },
  })
  const below = hasCompaniesBelow(user.accountType)
  const drawDetails = (row: NotifyRuleRow) => <RuleDetails row={row} onClose={close} />
  const drawCopy = (row: NotifyRuleRow) => <NotifyRuleForm row={row} copy onClose={close} />
  return (
    <>
      <Warnings />
      <ListPage
        endpoint={notifyRule.page}
        exporter={notifyRule.export}
        headless
        title={t(($) => $.tabs.rules)}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'event',
          'level',
          { kind: 'remote', name: 'projectId', endpoint: endpoints.project.select },
          'channel',
          'enabled',
          { kind: 'dateRange', label: t(($) => $.created) },
          ...(below ? [{ kind: 'company', name: 'companyId' } as const] : []),
        ]}
        columns={[
          { field: 'name', render: ({ name, companyName }) => <TwoLines small={below ? companyName : null}>{name}</TwoLines> },
          { field: 'enabled', render: drawState },
          // Who is called, one after the other, is the point of a rule.
          { field: 'steps', label: t(($) => $.columns.steps), render: drawSteps, width: 320 },
          { field: 'events', label: t(($) => $.columns.when), render: drawWhen },
          { field: 'projectIds', label: t(($) => $.columns.scope), render: drawTargets },
          'stopWhen',
          { field: 'activeHours', render: drawHours },
          { field: 'mergeWindowS', label: t(($) => $.columns.merge), render: drawMerge, optional: true },
          { field: 'language', label: t(($) => $.columns.language), render: drawLanguage, optional: true },
          ...auditColumns,
        ]}
        tone={({ enabled, named }) => (enabled && named.some(({ gone }) => gone) ? 'fault' : undefined)}
        actions={toolbar}
        rowActions={(row) => [
          {
            key: 'show',
            label: t(($) => $.show),
            onClick: () => show(drawDetails(row)),
          },
          edit(row),
          {
            key: 'copy',
            label: t(($) => $.copy),
            ...operationsFor(notifyRule.create),
            onClick: () => show(drawCopy(row)),
          },
          setEnabled(row),
          remove(row),
        ]}
      />
      {dialog}
    </>
  )
}
