import { endpoints, type MapArea } from '@emberwatch/contract'
import { useCall } from '../../api/hooks.ts'
import { isFree, textWidth, type Box } from './places.ts'
import { flatten, pixelOf, roundStep, pixelsOfMetre, positionAt, type Size, type View } from './projection.ts'

const citiesFrom = 5.5
const lineHeight = 15

/** The names for which there is room; earlier ones take precedence. */
const shownNames = (areas: readonly MapArea[], view: View, size: Size, pins: readonly Box[]) => {
  const { scale = 1 } = size
  // Larger text needs a closer look.
  const isFar = view.zoom < citiesFrom + Math.log2(scale)
  const taken: Box[] = [...pins]
  const half = (lineHeight * scale) / 2
  return areas.flatMap((area) => {
    if (isFar !== (area.level === 2)) return []
    const { x, y } = pixelOf(flatten(area), view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) return []
    const box = { left: x - 4, right: x + 8 + textWidth(area.name, scale), top: y - half, bottom: y + half }
    if (!isFree(box, taken)) return []
    taken.push(box)
    return [{ code: area.code, name: area.name, x, y }]
  })
}

/** Names of provinces, and when zoomed in, of cities, where nothing more important is (`taken`). */
export const MapNames = ({ view, size, taken }: { view: View; size: Size; taken: readonly Box[] }) => {
  const areas = useCall(endpoints.map.areas, {}, { staleTime: Infinity, quiet: true }).data ?? []
  return (
    <g className="ew-map-names" aria-hidden>
      {shownNames(areas, view, size, taken).map(({ code, name, x, y }) => (
        <g key={code}>
          <circle cx={x} cy={y} r={2} />
          <text x={x + 5} y={y + 4}>
            {name}
          </text>
        </g>
      ))}
    </g>
  )
}

const kilometre = 1_000

/** The scale of the map. */
export const ScaleBar = ({ view }: { view: View }) => {
  const metre = pixelsOfMetre(positionAt(view).latitude, view.zoom)
  const metres = roundStep(70 / metre)
  const label = metres >= kilometre ? `${metres / kilometre} km` : `${metres} m`
  return (
    <span className="ew-map-scale" style={{ width: metres * metre }}>
      {label}
    </span>
  )
}
