import { type DataProjectSummary, endpoints, pageAddress, pages, statisticsDays } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Chart } from '../../../kit/chart/chart.tsx'
import { hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { usePageSearch } from '../../../kit/search-params.ts'
import { ProjectLink } from '../../../kit/names.tsx'
import { decode, inputFacts } from '../../../kit/schema.ts'
import { StatusTag, Tag } from '../../../kit/status-tag.tsx'
import { Drill, percent, Tiles } from '../../../kit/tiles/tiles.tsx'
import { formatSpan, formatTime } from '../../../kit/time.tsx'
import { useCan, useMe } from '../../../session/me.tsx'
import { HealthFormula, HealthScoreButton } from './health-cells.tsx'
import { AlarmsCell, alarmsAt, DevicesCell, FaultsCell, OverdueCell, type Shown } from './project-figures.tsx'
import '../../../kit/detail/detail.css'
import './data-project.css'

const { dataProject, projectType } = endpoints
const dayMs = 86_400_000

const inWords = (seconds: number | null): string => (seconds === null ? '—' : formatSpan(seconds * 1_000))
const count = (value: number): string => value.toLocaleString()
const orDash = (value: number | null): string => (value === null ? '—' : String(value))

const Totals = ({ sum }: { sum: DataProjectSummary }) => {
  const { t } = useTranslation('data-project')
  const alarms = sum.unconfirmedAlarms + sum.confirmedAlarms + sum.falseAlarms + sum.clearedAlarms
  const quiet = [
    sum.silentProjects > 0 && t(($) => $.silent, { count: sum.silentProjects }),
    sum.emptyProjects > 0 && t(($) => $.empty, { count: sum.emptyProjects }),
  ].filter(Boolean)
  return (
    <>
      <h2 className="ew-visually-hidden">{t(($) => $.summary)}</h2>
      <Tiles
        label={t(($) => $.summary)}
        tiles={[
          { label: t(($) => $.projects), value: count(sum.projects), note: quiet.join(' · '), urgent: sum.silentProjects > 0 },
          { label: t(($) => $.meanHealth), value: orDash(sum.meanHealth) },
          {
            label: t(($) => $.devices),
            value: count(sum.deviceCount),
            note: [
              t(($) => $.online, { share: percent(sum.onlineRate) }),
              sum.unheardDevices > 0 && t(($) => $.unheard, { count: sum.unheardDevices }),
            ]
              .filter(Boolean)
              .join(' · '),
            urgent: sum.unheardDevices > 0,
          },
          {
            label: t(($) => $.alarms),
            value: count(alarms),
            note: [
              t(($) => $.false, { count: sum.falseAlarms }),
              t(($) => $.test, { count: sum.testAlarms }),
              sum.perDeviceYear !== null && t(($) => $.perYear, { count: sum.perDeviceYear }),
            ]
              .filter(Boolean)
              .join(' · '),
          },
          {
            label: t(($) => $.response),
            value: inWords(sum.meanResponseS),
            note:
              sum.longestWaitS !== null
                ? t(($) => $.waiting, { time: inWords(sum.longestWaitS) })
                : t(($) => $.p90, { time: inWords(sum.p90ResponseS) }),
            urgent: sum.longestWaitS !== null,
          },
          { label: t(($) => $.faults), value: count(sum.openFaults) },
          {
            label: t(($) => $.inspections),
            value:
              sum.inspectionsPlanned === 0
                ? '—'
                : t(($) => $.inspected, { done: sum.inspectionsDone, planned: sum.inspectionsPlanned }),
          },
          { label: t(($) => $.overdue), value: count(sum.overdueOrders) },
        ]}
      />
      <p className="ew-muted ew-stats-note">{t(($) => $.of, { from: formatTime(sum.from), to: formatTime(sum.to) })}</p>
    </>
  )
}

/** The filtered projects as a whole. */
const Summary = () => {
  const { t } = useTranslation('data-project')
  const search = usePageSearch()
  const navigate = useNavigate()
  const maySee = useCan()('project:view')
  const facts = inputFacts(dataProject.summary)
  const filters = Object.fromEntries(
    Object.keys(facts).flatMap((name) => (search[name] ? [[name, decode(facts[name], search[name])]] : [])),
  )
  const { data, isError, error, refetch } = useCall(dataProject.summary, filters, { quiet: true, keepPrevious: true })
  if (isError && !data) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  const { lowest, busiest } = data
  const open = (rows: readonly { id: number }[]) =>
    maySee
      ? {
          onChoose: (index: number) => void navigate({ to: pages.projectDetail, search: { id: String(rows[index]?.id ?? '') } }),
        }
      : {}
  return (
    <>
      <Totals sum={data} />
      <div className="ew-charts">
        <Chart
          title={t(($) => $.lowest)}
          kind="rows"
          category={t(($) => $.project)}
          categories={lowest.map(({ name }) => name)}
          series={[{ name: fieldLabel('health'), values: lowest.map(({ health }) => health) }]}
          {...open(lowest)}
        />
        <Chart
          title={t(($) => $.busiest)}
          kind="stacked"
          category={t(($) => $.project)}
          categories={busiest.map(({ name }) => name)}
          series={[
            { name: fieldLabel('falseAlarms'), values: busiest.map(({ falseAlarms }) => falseAlarms), tone: 'neutral' },
            { name: fieldLabel('confirmedAlarms'), values: busiest.map(({ confirmedAlarms }) => confirmedAlarms), tone: 'fire' },
            { name: fieldLabel('clearedAlarms'), values: busiest.map(({ clearedAlarms }) => clearedAlarms), tone: 'accent' },
            {
              name: fieldLabel('unconfirmedAlarms'),
              values: busiest.map(({ unconfirmedAlarms }) => unconfirmedAlarms),
              tone: 'danger',
            },
          ]}
          {...open(busiest)}
        />
      </div>
      <HealthFormula />
    </>
  )
}

/** The period that the numbers are of. */
const useShown = (): Shown => {
  const { startTime, endTime } = usePageSearch()
  const [opened] = useState(Date.now)
  const until = endTime ? Date.parse(endTime) : opened
  return { startTime: startTime || new Date(until - statisticsDays * dayMs).toISOString(), endTime: endTime || undefined }
}

/** Statistics of projects: devices and faults now, alarms and inspections of a period, and a health score. */
export default function DataProjectListPage() {
  const { t } = useTranslation('data-project')
  const { accountType } = useMe().user
  const can = useCan()
  const shown = useShown()
  return (
    <ListPage
      endpoint={dataProject.page}
      exporter={dataProject.export}
      above={<Summary />}
      filters={[
        { kind: 'input', name: 'keyword', label: t(($) => $.keyword) },
        { kind: 'dateRange', label: t(($) => $.period) },
        ...(hasCompaniesBelow(accountType) ? [{ kind: 'company' as const, name: 'companyId' as const }] : []),
        'lifecycle',
        'status',
        { kind: 'remote', name: 'typeId', endpoint: projectType.select },
        { kind: 'address' },
      ]}
      columns={[
        {
          field: 'name',
          width: 180,
          render: ({ id, name, code, typeNameZh, typeNameEn }) => (
            <TwoLines small={`${code} · ${currentLanguage() === 'zh' ? typeNameZh : typeNameEn}`}>
              <ProjectLink projectId={id} projectName={name} />
            </TwoLines>
          ),
        },
        { field: 'health', render: (row) => <HealthScoreButton row={row} /> },
        { field: 'deviceCount', render: (row) => <DevicesCell row={row} /> },
        { field: 'onlineRate', render: ({ onlineRate }) => percent(onlineRate) },
        {
          field: 'confirmedAlarms',
          label: t(($) => $.alarms),
          render: (row) => <AlarmsCell row={row} shown={shown} />,
        },
        {
          field: 'falseAlarms',
          render: ({ id, falseAlarms, perDeviceYear }) => (
            <TwoLines small={perDeviceYear !== null && `${fieldLabel('perDeviceYear')} ${perDeviceYear}`}>
              <Drill href={alarmsAt({ projectId: id, state: 'misreport', test: false }, shown)}>{falseAlarms}</Drill>
            </TwoLines>
          ),
        },
        { field: 'perDeviceYear', optional: true, render: ({ perDeviceYear }) => orDash(perDeviceYear) },
        {
          field: 'meanResponseS',
          render: ({ meanResponseS, p90ResponseS, longestWaitS }) => (
            <TwoLines
              small={
                longestWaitS !== null ? (
                  <span className="ew-urgent">▲ {t(($) => $.waiting, { time: inWords(longestWaitS) })}</span>
                ) : (
                  p90ResponseS !== null && `P90 ${inWords(p90ResponseS)}`
                )
              }
            >
              {inWords(meanResponseS)}
            </TwoLines>
          ),
        },
        { field: 'p90ResponseS', optional: true, render: ({ p90ResponseS }) => inWords(p90ResponseS) },
        { field: 'openFaults', render: (row) => <FaultsCell row={row} /> },
        {
          field: 'inspectionsDone',
          label: t(($) => $.inspections),
          render: ({ id, inspectionsDone: done, inspectionsPlanned: planned }) =>
            planned === 0 ? (
              '—'
            ) : (
              <Drill href={pageAddress('inspectOrderList', { projectId: id })}>{t(($) => $.inspected, { done, planned })}</Drill>
            ),
        },
        { field: 'overdueOrders', render: (row) => <OverdueCell row={row} /> },
        {
          field: 'remainingDays',
          render: ({ remainingDays, contractDays }) => (
            <TwoLines small={can('customer:view') && contractDays !== null && `${fieldLabel('contractDays')} ${contractDays}`}>
              {orDash(remainingDays)}
            </TwoLines>
          ),
        },
        ...(can('customer:view')
          ? [
              {
                field: 'contractDays' as const,
                optional: true as const,
                render: ({ contractDays }: { contractDays: number | null }) => orDash(contractDays),
              },
            ]
          : []),
        {
          field: 'status',
          optional: true,
          render: ({ status, stopped }) => (
            <>
              <StatusTag enumeration="projectStatus" value={status} />
              {stopped && <Tag look={{ tone: 'fault', shape: '⊘' }}>{t(($) => $.stopped)}</Tag>}
            </>
          ),
        },
        { field: 'companyName', optional: true },
      ]}
    />
  )
}
