import { type AlarmBreachSum, type BreachGroup, breachGroups, endpoints, pageHref } from '@emberwatch/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { Code } from '../../../kit/code.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { decode, inputFacts } from '../../../kit/schema.ts'
import { Tag } from '../../../kit/status-tag.tsx'
import { formatSpan, Time } from '../../../kit/time.tsx'
import { useMe } from '../../../session/me.tsx'
import '../../../kit/detail/detail.css'
import './alarm-breach.css'

const { alarmBreach, alarm, project } = endpoints

const nameOf = ({ nameZh, nameEn }: AlarmBreachSum): string | null => (currentLanguage() === 'zh' ? nameZh : nameEn)
const inWords = (seconds: number): string => formatSpan(seconds * 1_000)
const filterOf: Readonly<Record<BreachGroup, string>> = { project: 'projectId', type: 'typeId', operator: 'answeredById' }

/** The breaches in the list, grouped by project, type or person; a click on a name filters the list by it. */
const Sums = () => {
  const { t } = useTranslation('alarm-breach')
  const search = usePageSearch()
  const [by, setBy] = useState<BreachGroup>('project')
  const facts = inputFacts(alarmBreach.summary)
  const filters = Object.fromEntries(
    Object.keys(facts).flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])),
  )
  const { data = [] } = useCall(alarmBreach.summary, { ...filters, by }, { quiet: true })
  const none = by === 'project' ? t(($) => $.noProject) : t(($) => $.nobody)
  return (
    <div className="ew-panel ew-breach-sums">
      <Segmented<BreachGroup>
        aria-label={t(($) => $.sums)}
        options={breachGroups.map((value) => ({ value, label: t(($) => $.by[value]) }))}
        value={by}
        onChange={setBy}
      />
      <PlainTable<AlarmBreachSum & { id: number }>
        label={t(($) => $.sums)}
        rows={data.slice(0, 10).map((sum) => ({ ...sum, id: sum.id ?? 0 }))}
        columns={[
          {
            label: t(($) => $.of[by]),
            render: (sum) =>
              sum.id === 0 ? (
                none
              ) : (
                <a className="ew-link" href={pageHref('alarmBreachList', { ...search, [filterOf[by]]: sum.id })}>
                  {nameOf(sum)}
                </a>
              ),
          },
          { label: fieldLabel('breaches'), render: ({ breaches }) => breaches },
          { label: fieldLabel('unanswered'), render: ({ unanswered }) => unanswered },
          { label: fieldLabel('averageLateS'), render: ({ averageLateS }) => inWords(averageLateS) },
          { label: fieldLabel('worstLateS'), render: ({ worstLateS }) => inWords(worstLateS) },
        ]}
      />
      {data.length > 10 && <p className="ew-muted">{t(($) => $.more, { count: data.length - 10 })}</p>}
    </div>
  )
}

/** Exceeded response clocks: where, by how much, and who finally acted. */
export default function AlarmBreachListPage() {
  const { t } = useTranslation('alarm-breach')
  const { accountType } = useMe().user
  const types = useCall(alarm.typeSelect, {}, { staleTime: 300_000 }).data ?? []
  const people = useCall(alarmBreach.summary, { by: 'operator' }, { staleTime: 60_000, quiet: true }).data ?? []
  return (
    <ListPage
      endpoint={alarmBreach.page}
      exporter={alarmBreach.export}
      above={<Sums />}
      filters={[
        { kind: 'dateRange' },
        { kind: 'remote', name: 'projectId', endpoint: project.select },
        {
          kind: 'select',
          name: 'typeId',
          options: types.map(({ value, labelZh, labelEn }) => ({ value, label: currentLanguage() === 'zh' ? labelZh : labelEn })),
        },
        {
          kind: 'select',
          name: 'answeredById',
          options: people.flatMap(({ id, nameZh }) => (id === null || nameZh === null ? [] : [{ value: id, label: nameZh }])),
        },
        ...(hasCompaniesBelow(accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
        'clock',
        'level',
        'answered',
      ]}
      columns={[
        {
          field: 'alarmCode',
          label: t(($) => $.alarm),
          render: ({ alarmId, alarmCode, typeNameZh, typeNameEn }) => (
            <TwoLines small={currentLanguage() === 'zh' ? typeNameZh : typeNameEn}>
              <Code href={pageHref('alarmDetail', { id: alarmId })}>{alarmCode}</Code>
            </TwoLines>
          ),
        },
        {
          field: 'projectName',
          render: ({ projectId, projectName, deviceCode }) => (
            <TwoLines small={deviceCode}>
              {projectId === null ? (
                t(($) => $.noProject)
              ) : (
                <a className="ew-link" href={pageHref('projectDetail', { id: projectId })}>
                  {projectName}
                </a>
              )}
            </TwoLines>
          ),
        },
        { field: 'clock', enumeration: 'alarmClock' },
        { field: 'dueAt', render: ({ dueAt, timeZone }) => <Time value={dueAt} zone={timeZone} /> },
        { field: 'lateS', label: t(($) => $.late), render: ({ lateS }) => inWords(lateS) },
        {
          field: 'answeredBy',
          render: ({ answeredBy, answeredAt, timeZone }) =>
            answeredAt === null ? (
              <Tag look={{ tone: 'fault', shape: '▲' }}>{t(($) => $.open)}</Tag>
            ) : (
              <TwoLines small={<Time value={answeredAt} zone={timeZone} />}>{answeredBy ?? t(($) => $.system)}</TwoLines>
            ),
        },
        { field: 'level', enumeration: 'alarmLevel', optional: true },
        { field: 'companyName', optional: true },
      ]}
    />
  )
}
