import { type FloorPlanRow, pageHref, type PlanPin } from '@emberwatch/contract'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Button } from 'antd'
import { ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { useFileUrl } from '../../../kit/file-image.tsx'
import './floor-plan.css'

export interface Point {
  readonly x: number
  readonly y: number
}

interface PlanPictureProps {
  plan: Pick<FloorPlanRow, 'building' | 'floor' | 'image'>
  pins: readonly PlanPin[]
  /** This device is highlighted, and the others are faded. */
  chosen?: number | undefined
  /** Set while a device is being placed: a click, or Enter at the crosshair. */
  onPick?: ((point: Point) => void) | undefined
}

const middle: Point = { x: 0.5, y: 0.5 }
const keyStep = 0.02
const keySteps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}
const clamp = (value: number): number => Math.max(0, Math.min(1, value))
const percent = (part: number): string => `${part * 100}%`
const zoomWidths = [100, 200, 400]

/** A plan with the devices on it. */
export const PlanPicture = ({ plan, pins, chosen, onPick }: PlanPictureProps) => {
  const { t } = useTranslation('floor-plan')
  const url = useFileUrl(plan.image)
  const box = useRef<HTMLDivElement>(null)
  const [crosshair, setCrosshair] = useState(middle)
  const [zoom, setZoom] = useState(0)
  const alt = t(($) => $.alt, { building: plan.building, floor: plan.floor })

  const click = (event: MouseEvent) => {
    const area = box.current?.getBoundingClientRect()
    if (!onPick || !area || (event.target as Element).closest('a')) return
    onPick({ x: clamp((event.clientX - area.left) / area.width), y: clamp((event.clientY - area.top) / area.height) })
  }
  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (!onPick || event.target !== event.currentTarget) return
    if (step) setCrosshair(({ x, y }) => ({ x: clamp(x + step.x), y: clamp(y + step.y) }))
    else if (event.key === 'Enter') onPick(crosshair)
    else return
    event.preventDefault()
  }
  return (
    <div className="ew-plan-frame">
      <div className="ew-plan-zoom">
        <Button
          size="small"
          icon={<ZoomInOutlined aria-hidden />}
          disabled={zoom === zoomWidths.length - 1}
          aria-label={t(($) => $.zoom)}
          title={t(($) => $.zoom)}
          onClick={() => setZoom(zoom + 1)}
        />
        <Button
          size="small"
          icon={<ZoomOutOutlined aria-hidden />}
          disabled={zoom === 0}
          aria-label={t(($) => $.unzoom)}
          title={t(($) => $.unzoom)}
          onClick={() => setZoom(zoom - 1)}
        />
      </div>
      <div className="ew-plan-scroll" tabIndex={0} role="region" aria-label={alt}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has a role and keys while it listens, and only then */}
        <div
          ref={box}
          className="ew-plan"
          data-picking={onPick !== undefined}
          style={{ width: percent((zoomWidths[zoom] ?? 100) / 100) }}
          {...(onPick ? { tabIndex: 0, role: 'application', 'aria-label': t(($) => $.placingNext) } : {})}
          onClick={click}
          onKeyDown={press}
        >
          {url ? <img src={url} alt={alt} draggable={false} /> : <p className="ew-muted">{t(($) => $.loading)}</p>}
          {url &&
            pins.map(({ deviceId, code, name, status, x, y }) => {
              const label = t(($) => $.pin, { code, name, status: enumLabel('deviceStatus', status) })
              return (
                <a
                  key={deviceId}
                  className="ew-plan-pin"
                  href={pageHref('deviceDetail', { id: deviceId })}
                  data-status={status}
                  data-faded={chosen !== undefined && chosen !== deviceId}
                  style={{ left: percent(x), top: percent(y) }}
                  title={label}
                  aria-label={label}
                />
              )
            })}
          {onPick && (
            <span className="ew-plan-crosshair" style={{ left: percent(crosshair.x), top: percent(crosshair.y) }} aria-hidden />
          )}
        </div>
      </div>
    </div>
  )
}
