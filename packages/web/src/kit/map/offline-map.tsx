import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { Position } from '@emberwatch/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapNames, ScaleBar, MapPicture } from './map-picture.tsx'
import { clusters, countOf, isPlaced, pinNames, toneOf, type MapPlace, type Placed } from './places.ts'
import { fitting, flatten, pixelOf, pixelsOfMetre, placeAt, positionAt, zoomed, zooms, type View } from './projection.ts'
import { useMapMoves } from './use-map-moves.ts'
import { useMapSize } from './use-map-size.ts'

export interface MapCanvasProps {
  label: string
  places: readonly MapPlace[]
  /** A click on the map, or Enter for its middle. */
  onPick?: ((position: Position) => void) | undefined
  onChoose: (places: readonly MapPlace[]) => void
}

const withRadius = (place: Placed) => ({
  ...flatten(place.position),
  ...(place.radiusM ? { radius: place.radiusM / 111_320 / Math.cos((place.position.latitude * Math.PI) / 180) } : {}),
})

/** A map drawn from data bundled with the console: no tiles, no network. */
export default function OfflineMap({ label, places, onPick, onChoose }: MapCanvasProps) {
  const { t } = useTranslation('map')
  const [box, size] = useMapSize()
  const placed = places.filter(isPlaced)
  // Shows all places until somebody moves the map; other places are fitted again.
  const fitKey = placed.map(({ id, position }) => `${id} ${position.latitude} ${position.longitude}`).join()
  const [held, setHeld] = useState<{ key: string; view: View }>()
  const isPicking = onPick !== undefined
  const isInSight = (seen: View): boolean =>
    placed.every(({ position }) => {
      const { x, y } = pixelOf(flatten(position), seen, size)
      return x >= 0 && y >= 0 && x <= size.width && y <= size.height
    })
  // A place chosen by a click is visible already; one that was found or entered may not be.
  const isKept = held && (held.key === fitKey || (isPicking && isInSight(held.view)))
  const view = isKept ? held.view : fitting(placed.map(withRadius), size)
  const setView = (next: View) => setHeld({ key: fitKey, view: next })
  const fit = () => setView(fitting(placed.map(withRadius), size))
  const pick =
    onPick &&
    ((pixel: { x: number; y: number }) => {
      // The map does not move while a place is being chosen.
      setView(view)
      onPick(positionAt(placeAt(pixel, view, size)))
    })
  const moves = useMapMoves({ box, view, size, setView, onPick: pick })

  const choose = (chosen: readonly Placed[]) => {
    if (chosen.length > 1 && view.zoom < zooms.most) setView(fitting(chosen.map(withRadius), size))
    onChoose(chosen)
  }
  const pins = clusters(placed, view, size)
  const { names, taken } = pinNames(pins, size)
  return (
    <div className="ew-map-frame">
      <div
        ref={box}
        className="ew-map"
        data-picking={isPicking}
        role="application"
        aria-label={isPicking ? t(($) => $.pickLabel, { label }) : t(($) => $.mapLabel, { label })}
        tabIndex={0}
        {...moves}
      >
        <svg width={size.width} height={size.height} aria-hidden>
          <MapPicture view={view} size={size} />
          {placed.map(({ id, position, radiusM }) => {
            if (!radiusM) return null
            const { x, y } = pixelOf(flatten(position), view, size)
            const r = radiusM * pixelsOfMetre(position.latitude, view.zoom)
            return <circle key={id} className="ew-map-radius" cx={x} cy={y} r={r} />
          })}
          <MapNames view={view} size={size} taken={taken} />
        </svg>
        {names.map(({ id, text, side, x, y }) => (
          <span key={`name ${id}`} className="ew-map-name" data-side={side} style={{ left: x, top: y }} aria-hidden>
            {text}
          </span>
        ))}
        {pins.map(({ x, y, places: [first, ...more] }) => {
          if (!first) return null
          const all = [first, ...more]
          const count = countOf(all)
          const name = more.length === 0 ? first.label : t(($) => $.several, { count, first: first.label })
          return (
            <button
              key={first.id}
              type="button"
              className="ew-map-pin"
              data-tone={toneOf(all)}
              style={{ left: x, top: y }}
              title={name}
              aria-label={name}
              onClick={() => choose(all)}
            >
              {count > 1 ? count : ''}
            </button>
          )
        })}
        <span className="ew-map-crosshair" aria-hidden />
      </div>
      <div className="ew-map-controls">
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t(($) => $.closer)}
          title={t(($) => $.closer)}
          onClick={() => setView(zoomed(view, 1, size))}
        />
        <Button
          size="small"
          icon={<MinusOutlined aria-hidden />}
          aria-label={t(($) => $.farther)}
          title={t(($) => $.farther)}
          onClick={() => setView(zoomed(view, -1, size))}
        />
        <Button
          size="small"
          icon={<AimOutlined aria-hidden />}
          aria-label={t(($) => $.fit)}
          title={t(($) => $.fit)}
          onClick={fit}
        />
      </div>
      <div className="ew-map-foot">
        <ScaleBar view={view} />
        <span>{t(($) => $.sketch)}</span>
      </div>
    </div>
  )
}
