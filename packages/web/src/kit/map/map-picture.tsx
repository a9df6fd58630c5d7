import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { roundStep, scaleOf, type Size, type View } from './projection.ts'

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
