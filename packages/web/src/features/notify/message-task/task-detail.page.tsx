import { endpoints, type MessageTaskDetail, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { AreaNames } from '../../../kit/names.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { ContractFiles } from '../../people/customer-contract/contract-files.tsx'
import { RecordList } from '../../base/message-record/record-list.tsx'
import { costsOf } from './task-list.page.tsx'
import { TaskTexts } from './task-preview.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const { detail } = endpoints.messageTask

/** The target of a task, in words. */
const ObjectWords = ({ row }: { row: MessageTaskDetail }) => {
  const { t } = useTranslation('message-task')
  if (row.pushObject === 'all') return t(($) => $.all)
  const { accountTypes = [], language, country, province = null, city = null, region = null } = row.filter ?? {}
  const words = listed([
    ...accountTypes.map((type) => enumLabel('accountType', type)),
    ...row.objectNames,
    ...row.filterNames,
    language === undefined ? null : enumLabel('callLanguage', language),
  ])
  if (!country) return words || '—'
  return (
    <>
      {words} <AreaNames country={country} province={province} city={city} region={region} />
    </>
  )
}

const Overview = ({ row }: { row: MessageTaskDetail }) => {
  const { t } = useTranslation('message-task')
  const { expanded, reach } = row
  return (
    <>
      {row.state === 'sending' && (
        <section className="ew-panel">
          <h2>{t(($) => $.progress)}</h2>
          <Progress aria-label={t(($) => $.progress)} percent={reach ? Math.min(100, Math.round((100 * expanded) / reach)) : 0} />
          <p role="status">{t(($) => $.done, { done: expanded, reach: reach ?? 0 })}</p>
        </section>
      )}
      <Facts
        endpoint={detail}
        row={row}
        facts={[
          'state',
          'type',
          'pushType',
          'pushObject',
          {
            field: 'objectIds',
            label: t(($) => $.receivers),
            value: <ObjectWords row={row} />,
            wide: true,
          },
          'scheduleAt',
          'reach',
          'waiting',
          'sent',
          'delivered',
          'read',
          'failed',
          'withoutAddress',
          { field: 'costs', value: costsOf(row) },
          { field: 'files', value: <ContractFiles files={row.files} /> },
          { field: 'templateZhId', value: row.templateZhName ?? '—' },
          { field: 'templateEnId', value: row.templateEnName ?? '—' },
          'sentBy',
          'startedAt',
          'finishedAt',
          'failure',
          'companyName',
          'createdBy',
          'createdAt',
        ]}
      />
      <section className="ew-panel">
        <h2>{t(($) => $.preview)}</h2>
        <TaskTexts id={row.id} />
      </section>
    </>
  )
}

const drawStatus = ({ state }: MessageTaskDetail) => <StatusTag enumeration="messageTaskState" value={state} />

/** The page of one message task: its text, target, progress, and each of its messages. */
export default function TaskDetailPage() {
  const { t } = useTranslation('message-task')
  const navigate = useNavigate()
  const can = useCan()
  const { actionsOf, dialog } = useTaskActions(() => navigate({ to: pages.messageTaskList }))
  const drawTabs = (row: MessageTaskDetail) => [
    { key: 'overview', label: t(($) => $.overview), content: <Overview row={row} /> },
    ...(can('messageRecord:view')
      ? [
          {
            key: 'records',
            label: t(($) => $.records),
            content:
              row.pushType === 'inSite' ? (
                <p className="ew-muted">{t(($) => $.inSiteRecords)}</p>
              ) : (
                <RecordList taskId={row.id} />
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      <DetailPage
        endpoint={detail}
        title={({ title }) => title}
        status={drawStatus}
        actions={(row) => actionsOf(row).filter(({ key }) => key !== 'preview')}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
