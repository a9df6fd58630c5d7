import { endpoints, type FloorPlanDetail, pageHref, type PlanPin } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useRunWrite } from '../../../api/hooks.ts'
import { RowActions } from '../../../kit/actions.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const floorPlan = endpoints.floorPlan

/** The devices on a plan as a list: the same as in the picture, for screen readers, with their actions. */
export const PlanDevices = ({ plan, onMove }: { plan: FloorPlanDetail; onMove: (pin: PlanPin) => void }) => {
  const { t } = useTranslation('floor-plan')
  const run = useRunWrite()
  const mayPlace = useCan()(floorPlan.place.access)
  if (plan.pins.length === 0) return <p className="ew-muted">{t(($) => $.none)}</p>
  const unplace = async ({ deviceId, code }: PlanPin) => {
    await run(floorPlan.unplace, { planId: plan.id, deviceId })
    toast.success(t(($) => $.unplaced, { device: code }))
  }
  return (
    <PlainTable
      label={t(($) => $.list, { count: plan.pins.length })}
      rows={plan.pins.map((pin) => ({ ...pin, id: pin.deviceId }))}
      columns={[
        {
          label: fieldLabel('deviceCode'),
          render: ({ deviceId, code }) => <a href={pageHref('deviceDetail', { id: deviceId })}>{code}</a>,
        },
        { label: fieldLabel('deviceName'), render: ({ name }) => name },
        { label: fieldLabel('place'), render: ({ place }) => place || '—' },
        { label: fieldLabel('status'), render: ({ status }) => <StatusTag enumeration="deviceStatus" value={status} /> },
        ...(mayPlace
          ? [
              {
                label: fieldLabel('actions'),
                render: (pin: PlanPin) => (
                  <RowActions
                    of={pin.code}
                    actions={[
                      { key: 'move', label: t(($) => $.move), op: 'floorPlan:place', onClick: () => onMove(pin) },
                      { key: 'unplace', label: t(($) => $.unplace), op: 'floorPlan:place', onClick: () => unplace(pin) },
                    ]}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
