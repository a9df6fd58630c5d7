import { endpoints, type MapArea } from '@emberwatch/contract'
import { useCall } from '../../api/hooks.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { flatten, pixelOf, roundStep, pixelsOfMetre, positionAt, type Size, type View } from './projection.ts'

const citiesFrom = 5.5
/** Width of a name: its dot, and about this much per letter (px). */
const letter = { zh: 12, en: 6.5 } as const
const lineHeight = 15

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
}

const meets = (a: Box, b: Box, line: number): boolean => a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < line

/** The names for which there is room; earlier ones take precedence. */
const shownNames = (areas: readonly MapArea[], view: View, size: Size) => {
  const { scale = 1 } = size
  // Larger text needs a closer look.
  const isFar = view.zoom < citiesFrom + Math.log2(scale)
  const taken: Box[] = []
  return areas.flatMap((area) => {
    if (isFar !== (area.level === 2)) return []
    const { x, y } = pixelOf(flatten(area), view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) return []
    const box = { left: x - 4, right: x + 8 + area.name.length * letter[currentLanguage()] * scale, top: y }
    if (taken.some((other) => meets(box, other, lineHeight * scale))) return []
    taken.push(box)
    return [{ code: area.code, name: area.name, x, y }]
  })
}

/** Names of provinces, and when zoomed in, of cities. */
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
