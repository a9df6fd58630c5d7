import { endpoints, type OutputOf, pages } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { EnabledTag } from '../../../kit/status-tag.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { DutyCalendar } from './duty-calendar.tsx'
import { DutyNotes } from './duty-notes.tsx'
import { DutyPeople } from './duty-people.tsx'
import { DutyRoster } from './duty-roster.tsx'
import { GapList } from './duty-gaps.tsx'
import { useDutyActions } from './use-duty-actions.tsx'
import './duty.css'

const { dutyTeam } = endpoints
type Team = OutputOf<typeof dutyTeam.detail>

const drawStatus = ({ enabled, onDuty }: Team) => (
  <>
    <EnabledTag enabled={enabled} />
    {enabled && <DutyPeople people={onDuty} />}
  </>
)

const Banner = ({ enabled, gap, timeZone }: Team) => {
  const { t } = useTranslation('duty')
  if (!enabled || !gap) return null
  return (
    <Alert
      className="ew-form-alert"
      type="warning"
      showIcon
      title={t(($) => $.gaps.title)}
      description={<GapList gaps={[gap]} zone={timeZone} />}
    />
  )
}

const drawBanner = (team: Team) => <Banner {...team} />

/** The page of one duty team (`…/detail?id=`): its calendar, hand-over notes, shifts and rotation. */
export default function DutyDetailPage() {
  const { t } = useTranslation('duty')
  const navigate = useNavigate()
  const { actionsOf, dialog } = useDutyActions(() => navigate({ to: pages.dutyList }))
  const activity = useActivityTab(endpoints.activity.dutyTeam)
  const drawTabs = (team: Team) => [
    { key: 'calendar', label: t(($) => $.tabs.calendar), content: <DutyCalendar team={team} /> },
    { key: 'notes', label: t(($) => $.tabs.notes), content: <DutyNotes team={team} /> },
    { key: 'roster', label: t(($) => $.tabs.roster), content: <DutyRoster team={team} /> },
    ...activity(team),
  ]
  return (
    <>
      <DetailPage
        endpoint={dutyTeam.detail}
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
