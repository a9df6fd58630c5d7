import { endpoints, type FloorPlanRow, type PlanPin } from '@emberwatch/contract'
import { Alert, Button, Select } from 'antd'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ActionBar } from '../../../kit/actions.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { toast } from '../../../toast.ts'
import { PlanDevices } from './plan-devices.tsx'
import { PlanPicture, type Point } from './plan-picture.tsx'
import '../../../kit/list/list.css'
import './floor-plan.css'

const FloorPlanForm = lazy(() => import('./floor-plan.form.tsx'))

const floorPlan = endpoints.floorPlan

/** A device that is being placed. */
interface Placing {
  readonly id: number
  readonly label: string
}

/** One plan: its picture, the devices on it, and placing further ones. */
const OnePlan = ({
  id,
  placing,
  onPlacing,
}: {
  id: number
  placing: Placing | 'choose' | undefined
  onPlacing: (next: Placing | 'choose' | undefined) => void
}) => {
  const { t } = useTranslation('floor-plan')
  const run = useRunWrite()
  const query = useCall(floorPlan.detail, { id })
  const isPlacing = placing !== undefined
  const choices = useCall(floorPlan.devices, { id }, { enabled: isPlacing }).data
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={6} />
  const plan = query.data
  const device = typeof placing === 'object' ? placing : undefined

  const place = async ({ x, y }: Point) => {
    if (!device) return
    try {
      await run(floorPlan.place, { planId: id, deviceId: device.id, x, y })
    } catch {
      return // The call has shown its failure.
    }
    toast.success(t(($) => $.placed, { device: device.label }))
    onPlacing('choose')
  }
  const choose = (deviceId: number | undefined) => {
    const label = choices?.find(({ value }) => value === deviceId)?.label
    onPlacing(deviceId === undefined ? 'choose' : { id: deviceId, label: label ?? String(deviceId) })
  }
  return (
    <>
      {isPlacing && (
        <div className="ew-plan-placing" role="group" aria-label={t(($) => $.place)}>
          <label htmlFor="ew-plan-device">{t(($) => $.device)}</label>
          <RemoteSelect
            id="ew-plan-device"
            endpoint={floorPlan.devices}
            input={{ id }}
            value={choices?.some(({ value }) => value === device?.id) ? device?.id : undefined}
            onChange={choose}
          />
          <span role="status">
            {device
              ? t(($) => $.placing, { device: device.label })
              : choices?.length === 0
                ? t(($) => $.allPlaced)
                : t(($) => $.placingNext)}
          </span>
          <Button onClick={() => onPlacing(undefined)}>{t(($) => $.done)}</Button>
        </div>
      )}
      <PlanPicture
        plan={plan}
        pins={plan.pins}
        chosen={device && plan.pins.some(({ deviceId }) => deviceId === device.id) ? device.id : undefined}
        onPick={device ? (point) => void place(point) : undefined}
      />
      <h2 className="ew-plan-heading">{t(($) => $.list, { count: plan.pins.length })}</h2>
      <PlanDevices plan={plan} onMove={(pin: PlanPin) => onPlacing({ id: pin.deviceId, label: `${pin.code} · ${pin.name}` })} />
    </>
  )
}

/** The floor plans of a project: one is shown with its devices; users with permission can upload others and place devices. */
export const FloorPlans = ({ projectId }: { projectId: number }) => {
  const { t } = useTranslation('floor-plan')
  const [chosen, setChosen] = useState<number>()
  const [placing, setPlacing] = useState<Placing | 'choose'>()
  const query = useCall(floorPlan.page, { projectId, pageSize: 100 })
  const { toolbar, edit, remove, dialog } = useRowActions<FloorPlanRow>({
    calls: floorPlan,
    renderForm: (open) => <FloorPlanForm {...open} projectId={projectId} onSaved={setChosen} />,
    nameOf: ({ building, floor }) => `${building} ${floor}`,
    texts: { create: t(($) => $.create), remove: t(($) => $.deleteHint) },
  })
  if (query.isError) return <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={6} />
  const plans = query.data.list
  const shown = plans.find(({ id }) => id === chosen) ?? plans[0]
  const own = shown
    ? [
        {
          key: 'place',
          label: t(($) => $.place),
          op: 'floorPlan:place' as const,
          onClick: () => setPlacing(placing === undefined ? 'choose' : undefined),
        },
        edit(shown),
        remove(shown),
      ]
    : []
  return (
    <section className="ew-list" data-embedded aria-label={t(($) => $.title)}>
      <div className="ew-toolbar">
        {shown && (
          <Select
            className="ew-plan-choice"
            aria-label={t(($) => $.choose)}
            value={shown.id}
            options={plans.map(({ id, building, floor, devices }) => ({
              value: id,
              label: t(($) => $.choice, { building, floor, count: devices }),
            }))}
            onChange={(id) => {
              setChosen(id)
              setPlacing(undefined)
            }}
          />
        )}
        <ActionBar actions={[...own, ...toolbar]} />
      </div>
      {shown ? (
        <OnePlan key={shown.id} id={shown.id} placing={placing} onPlacing={setPlacing} />
      ) : (
        <Alert type="info" showIcon title={t(($) => $.empty)} />
      )}
      {dialog}
    </section>
  )
}
