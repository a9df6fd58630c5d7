import { endpoints, pages, type ProjectDetail } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { useCall } from '../../../api/hooks.ts'
import { DisabledDevices } from '../../equipment/device/disabled-devices.tsx'
import { NuisanceList } from '../../alarms/nuisance/nuisance-list.page.tsx'
import { FloorPlans } from '../floor-plan/floor-plans.tsx'
import { ProjectRules } from '../../equipment/linked-rule/project-rules.tsx'
import { WhoWouldBeCalled } from '../../notify/notify-rule/who-would-be-called.tsx'
import { ProjectDocuments } from '../project-document/project-documents.tsx'
import { CallList } from '../project-notifier/call-list.tsx'
import { ProjectPeople } from '../project-person/project-people.tsx'
import { ProjectState } from './project-cells.tsx'
import { ProjectOverview } from './project-overview.section.tsx'
import {
  orderViews,
  ProjectAlarms,
  ProjectDevices,
  ProjectFaults,
  ProjectGateways,
  ProjectOrders,
} from './project-lists.section.tsx'
import { ProjectTests, stateOf } from './project-tests.tsx'
import { useProjectActions } from './use-project-actions.tsx'

const project = endpoints.project

/** The tests of this project, from the same list as the banner above the page. */
const OnTest = ({ row }: { row: ProjectDetail }) => {
  const { t } = useTranslation('project')
  const { data } = useCall(project.tests, { projectId: row.id, pageSize: 10 })
  const now = useNow()
  const running = (data?.list ?? []).filter((test) => stateOf(test, now) === 'running')
  return running.map((test) => (
    <Alert
      key={test.id}
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.banner.test, { until: formatInZone(test.toAt, row.timeZone) })}
      description={
        test.whole
          ? t(($) => $.banner.testWhole)
          : t(($) => $.banner.testPart, { devices: test.deviceCount, gateways: test.gatewayCount })
      }
    />
  ))
}

/** What must be visible on every tab: nobody is called, installation is not allowed yet, a test is running. */
const Banner = ({ row }: { row: ProjectDetail }) => {
  const { t } = useTranslation('project')
  const { stopped, stoppedReason, audit, rejectReason, onTest, status, activeTestAlarms } = row
  return (
    <>
      {row.joined && (
        <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.banner.joined, { company: row.companyName })} />
      )}
      {stopped && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.banner.stopped, { reason: stoppedReason ?? '—' })}
        />
      )}
      {onTest && <OnTest row={row} />}
      {!onTest && activeTestAlarms > 0 && (
        <Alert
          className="ew-form-alert"
          type="error"
          showIcon
          title={t(($) => $.banner.stillActive, { count: activeTestAlarms })}
        />
      )}
      <DisabledDevices projectId={row.id} />
      {audit === 'pending' && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.banner.pending)} />}
      {audit === 'rejected' && (
        <Alert
          className="ew-form-alert"
          type="error"
          showIcon
          title={t(($) => $.banner.rejected, { reason: rejectReason ?? '—' })}
        />
      )}
      {status === 'overmaintenance' && (
        <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.banner.overdue)} />
      )}
    </>
  )
}

const drawStatus = (row: ProjectDetail) => <ProjectState row={row} />
const drawBanner = (row: ProjectDetail) => <Banner row={row} />

/** The page of one project (`…/detail?id=`): its facts, what belongs to it, and what happens there. */
export default function ProjectDetailPage() {
  const { t } = useTranslation('project')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, dialog } = useProjectActions(() => navigate({ to: pages.projectList }))
  const activity = useActivityTab(endpoints.activity.project)
  const drawTabs = (row: ProjectDetail) => {
    const of = { projectId: row.id }
    return [
      { key: 'overview', label: t(($) => $.tabs.overview), content: <ProjectOverview row={row} /> },
      ...(can('projectPerson:view')
        ? [{ key: 'people', label: t(($) => $.tabs.people), content: <ProjectPeople {...of} /> }]
        : []),
      ...(can('device:view') ? [{ key: 'devices', label: t(($) => $.tabs.devices), content: <ProjectDevices {...of} /> }] : []),
      ...(can('gateway:view')
        ? [{ key: 'gateways', label: t(($) => $.tabs.gateways), content: <ProjectGateways {...of} /> }]
        : []),
      ...(can('alarm:view') ? [{ key: 'alarms', label: t(($) => $.tabs.alarms), content: <ProjectAlarms {...of} /> }] : []),
      ...(can('nuisance:view') ? [{ key: 'nuisance', label: t(($) => $.tabs.nuisance), content: <NuisanceList {...of} /> }] : []),
      ...(can('fault:view') ? [{ key: 'faults', label: t(($) => $.tabs.faults), content: <ProjectFaults {...of} /> }] : []),
      ...(can(orderViews) ? [{ key: 'orders', label: t(($) => $.tabs.orders), content: <ProjectOrders {...of} /> }] : []),
      ...(can('projectNotifier:view') ? [{ key: 'calls', label: t(($) => $.tabs.calls), content: <CallList {...of} /> }] : []),
      { key: 'who', label: t(($) => $.tabs.who), content: <WhoWouldBeCalled {...of} /> },
      ...(can('floorPlan:view') ? [{ key: 'plans', label: t(($) => $.tabs.plans), content: <FloorPlans {...of} /> }] : []),
      ...(can('projectDocument:view')
        ? [{ key: 'documents', label: t(($) => $.tabs.documents), content: <ProjectDocuments {...of} /> }]
        : []),
      ...(can('linkedRule:view') ? [{ key: 'rules', label: t(($) => $.tabs.rules), content: <ProjectRules {...of} /> }] : []),
      { key: 'tests', label: t(($) => $.tabs.tests), content: <ProjectTests {...of} /> },
      ...activity(row),
    ]
  }
  return (
    <>
      <DetailPage
        endpoint={project.detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={actionsOf}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
