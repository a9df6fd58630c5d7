import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { endpoints, type MapArea } from '@emberwatch/contract'
import { roundStep, scaleOf, type Size, type View, flatten, pixelOf, pixelsOfMetre, positionAt } from './projection.ts'
import { useCall } from '../../api/hooks.ts'
import { isFree, textWidth, type Box } from './places.ts'

interface Boundaries {
  readonly countries: readonly string[]
  readonly provinces: readonly { readonly code: string; readonly d: string }[]
}

/** The outlines are in thousandths of a degree (boundaries.md). */
const unit = 1_000

const useBoundaries = (): Boundaries | undefined =>
  useQuery({
    queryKey: ['map-boundaries'],
    queryFn: async (): Promise<Boundaries> => (await import('./boundaries.json')).default,
    staleTime: Infinity,
    gcTime: Infinity,
  }).data

const Outlines = memo(({ countries, provinces }: Boundaries) => (
  <>
    <path className="ew-map-abroad" d={countries.join('')} />
    {provinces.map(({ code, d }) => (
      <path key={code} className="ew-map-home" d={d} />
    ))}
  </>
))

/** Grid lines for judging distances where the outlines show no detail. */
const Grid = ({ view, size }: { view: View; size: Size }) => {
  const scale = scaleOf(view.zoom)
  const step = roundStep(90 / scale)
  const from = (middle: number, pixels: number) => Math.ceil((middle - pixels / 2 / scale) / step)
  const lines = (middle: number, pixels: number) =>
    Array.from({ length: Math.ceil(pixels / (step * scale)) + 1 }, (_none, index) => {
      const degree = (from(middle, pixels) + index) * step
      return (degree - middle) * scale + pixels / 2
    })
  return (
    <g className="ew-map-grid">
      {lines(view.x, size.width).map((x) => (
        <line key={`x${x}`} x1={x} x2={x} y1={0} y2={size.height} />
      ))}
      {lines(view.y, size.height).map((y) => (
        <line key={`y${y}`} x1={0} x2={size.width} y1={y} y2={y} />
      ))}
    </g>
  )
}

/** Land, provinces and grid of the visible part. */
export const MapPicture = ({ view, size }: { view: View; size: Size }) => {
  const boundaries = useBoundaries()
  const scale = scaleOf(view.zoom) / unit
  const [left, top] = [size.width / 2 - view.x * unit * scale, size.height / 2 - view.y * unit * scale]
  return (
    <>
      {boundaries && (
        <g transform={`translate(${left} ${top}) scale(${scale})`}>
          <Outlines {...boundaries} />
        </g>
      )}
      <Grid view={view} size={size} />
    </>
  )
}

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
