import { endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlanPicture } from './plan-picture.tsx'
import './floor-plan.css'

/** The position of a device on a floor plan; for a device of a project without one, a link to mark it. */
export const PlanOf = ({ deviceId, projectId }: { deviceId: number; projectId?: number | null | undefined }) => {
  const { t } = useTranslation('floor-plan')
  const query = useCall(endpoints.floorPlan.ofDevice, { id: deviceId })
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <ListSkeleton rows={4} />
  if (query.data === null)
    return (
      <p className="ew-muted">
        {t(($) => $.notPlaced)}{' '}
        {typeof projectId === 'number' && (
          <a href={pageHref('projectDetail', { id: projectId, tab: 'plans' })}>{t(($) => $.toPlans)}</a>
        )}
      </p>
    )
  const { plan, pin } = query.data
  return (
    <>
      <p>{`${plan.building} · ${plan.floor}`}</p>
      <PlanPicture plan={plan} pins={[pin]} />
    </>
  )
}
