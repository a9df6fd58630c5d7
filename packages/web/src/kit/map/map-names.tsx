import { endpoints, type MapArea } from '@emberwatch/contract'
import { useCall } from '../../api/hooks.ts'
import { flatten, pixelOf, roundStep, pixelsOfMetre, positionAt, type Size, type View } from './projection.ts'

const citiesFrom = 5.5
/** A name takes about this much room; where another stands already, it is left out. */
const room = { width: 84, height: 30 }

const shownNames = (areas: readonly MapArea[], view: View, size: Size) => {
  const level = view.zoom < citiesFrom ? 2 : 3
  const taken = new Set<string>()
  return areas.flatMap((area) => {
    if (area.level !== level && !(level === 3 && area.level === 4)) return []
    const { x, y } = pixelOf(flatten(area), view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) return []
    const cell = `${Math.floor(x / room.width)} ${Math.floor(y / room.height)}`
    if (taken.has(cell)) return []
    taken.add(cell)
    return [{ code: area.code, name: area.name, x, y }]
  })
}

/** Names of provinces, and closer of cities. */
export const MapNames = ({ view, size }: { view: View; size: Size }) => {
  const areas = useCall(endpoints.map.areas, {}, { staleTime: Infinity, quiet: true }).data ?? []
  return (
    <g className="ew-map-names" aria-hidden>
      {shownNames(areas, view, size).map(({ code, name, x, y }) => (
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

/** How long a distance is on the map. */
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
