import { ExperimentOutlined } from '@ant-design/icons'
import { endpoints, type ReportParamRow } from '@emberwatch/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { operationsFor } from '../../../session/me.tsx'
import { nameOf, typeChoices } from './param-labels.ts'

const ReportParamForm = lazy(() => import('./report-param.form.tsx'))
const TestFrame = lazy(() => import('./test-frame.tsx'))

const reportParam = endpoints.reportParam

/** What the codes mean, as a tab of the parameters. */
export const ReportParamList = () => {
  const { t } = useTranslation('report-param')
  const zh = currentLanguage() === 'zh'
  const [testing, setTesting] = useState(false)
  const alarmTypes = useCall(endpoints.alarm.typeSelect, {}, { staleTime: 60_000 }).data
  const faultTypes = useCall(endpoints.fault.typeSelect, {}, { staleTime: 60_000 }).data
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<ReportParamRow>({
    calls: reportParam,
    renderForm: (open) => <ReportParamForm {...open} />,
    nameOf,
    texts: {
      create: t(($) => $.create),
      disable: (row) =>
        row.type === 'alarm' ? t(($) => $.disableAlarm, { name: nameOf(row) }) : t(($) => $.disable, { name: nameOf(row) }),
      remove: t(($) => $.removeHint),
    },
  })
  const seeded = (row: ReportParamRow) => (row.createdBy === null ? t(($) => $.seeded) : undefined)
  return (
    <>
      <ListPage
        headless
        endpoint={reportParam.page}
        exporter={reportParam.export}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
          'sourceFormat',
          'type',
          'enabled',
          { kind: 'select', name: 'alarmTypeId', options: typeChoices(alarmTypes) },
          { kind: 'select', name: 'faultTypeId', options: typeChoices(faultTypes) },
        ]}
        columns={[
          { field: 'code', label: t(($) => $.code), render: (row) => <strong>{nameOf(row)}</strong> },
          {
            field: 'reasonZh',
            label: t(($) => $.reason),
            render: (row) => <TwoLines small={zh ? row.reasonEn : row.reasonZh}>{zh ? row.reasonZh : row.reasonEn}</TwoLines>,
          },
          'type',
          {
            field: 'typeNameZh',
            label: t(($) => $.raises),
            render: (row) => (
              <TwoLines small={row.restoresCode !== null && t(($) => $.restores, { code: row.restoresCode })}>
                {(zh ? row.typeNameZh : row.typeNameEn) ?? '—'}
              </TwoLines>
            ),
          },
          { field: 'notify', optional: true },
          { field: 'mergeWindowS', optional: true },
          'enabled',
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={[
          ...toolbar,
          {
            key: 'test',
            label: t(($) => $.test.action),
            ...operationsFor(reportParam.test),
            icon: <ExperimentOutlined aria-hidden />,
            onClick: () => setTesting(true),
          },
        ]}
        rowActions={(row) => [edit(row), setEnabled(row), { ...remove(row), off: seeded(row) }]}
        tone={({ enabled, type }) => (!enabled && type === 'alarm' ? 'fault' : undefined)}
      />
      {dialog}
      <Suspense>{testing && <TestFrame onClose={() => setTesting(false)} />}</Suspense>
    </>
  )
}
