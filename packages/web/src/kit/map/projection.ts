import { convertPosition, type Position } from '@emberwatch/contract'

/** A point on the flat map: degrees of longitude eastwards, and Mercator-projected degrees of latitude southwards. */
export interface Flat {
  readonly x: number
  readonly y: number
}

/** The visible part of the map: its centre and zoom level. At zoom 0 the earth is 256 pixels wide. */
export interface View extends Flat {
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
  /** Text size compared with the console's usual one. */
  readonly scale?: number
}

export const zooms = { least: 2, most: 17 }

/** Latitude limit of the projection; there are no buildings to protect beyond it. */
const lastLatitude = 84

const radians = Math.PI / 180

/** Pixels per degree. */
export const scaleOf = (zoom: number): number => (256 * 2 ** zoom) / 360

export const flatten = (position: Position): Flat => {
  const { latitude, longitude } = convertPosition(position, 'WGS84')
  const kept = Math.max(-lastLatitude, Math.min(lastLatitude, latitude)) * radians
  return { x: longitude, y: -Math.log(Math.tan(Math.PI / 4 + kept / 2)) / radians }
}

const precision = 1e6
const rounded = (degrees: number): number => Math.round(degrees * precision) / precision

export const positionAt = ({ x, y }: Flat): Position => ({
  latitude: rounded((2 * Math.atan(Math.exp(-y * radians)) - Math.PI / 2) / radians),
  longitude: rounded(((((x + 180) % 360) + 360) % 360) - 180),
  coordinateSystem: 'WGS84',
})

/** Pixel position of a place. */
export const pixelOf = ({ x, y }: Flat, view: View, { width, height }: Size): Flat => {
  const scale = scaleOf(view.zoom)
  return { x: (x - view.x) * scale + width / 2, y: (y - view.y) * scale + height / 2 }
}

/** The place at a pixel position. */
export const placeAt = (pixel: Flat, view: View, { width, height }: Size): Flat => {
  const scale = scaleOf(view.zoom)
  return { x: view.x + (pixel.x - width / 2) / scale, y: view.y + (pixel.y - height / 2) / scale }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

export const moved = (view: View, right: number, down: number): View => {
  const scale = scaleOf(view.zoom)
  return { ...view, x: clamp(view.x + right / scale, -180, 200), y: clamp(view.y + down / scale, -170, 170) }
}

/** Zooms in or out so that the place under `pixel` stays there. */
export const zoomed = (view: View, by: number, size: Size, pixel: Flat = { x: size.width / 2, y: size.height / 2 }): View => {
  const zoom = clamp(view.zoom + by, zooms.least, zooms.most)
  const kept = placeAt(pixel, view, size)
  const now = pixelOf(kept, { ...view, zoom }, size)
  return moved({ ...view, zoom }, now.x - pixel.x, now.y - pixel.y)
}

/** Pixels per metre at a place. */
export const pixelsOfMetre = (latitude: number, zoom: number): number =>
  scaleOf(zoom) / (111_320 * Math.max(0.05, Math.cos(latitude * radians)))

/** The view of all of China, for maps that show nothing yet. */
export const wholeCountry: View = { x: 104, y: -38, zoom: 3.2 }

/** The view that shows all places with some margin; for a single one, its city. */
export const fitting = (places: readonly (Flat & { readonly radius?: number })[], { width, height }: Size): View => {
  if (places.length === 0) return wholeCountry
  const edge = (side: 1 | -1, axis: 'x' | 'y') => places.map((place) => place[axis] + side * (place.radius ?? 0))
  const [left, right] = [Math.min(...edge(-1, 'x')), Math.max(...edge(1, 'x'))]
  const [top, bottom] = [Math.min(...edge(-1, 'y')), Math.max(...edge(1, 'y'))]
  // The bundled borders are a sketch: closer than this, nothing is left to find one's way by.
  const closest = places.some(({ radius }) => radius) ? zooms.most : places.length > 1 ? 11 : 8
  const zoomFor = (span: number, pixels: number) => Math.log2((Math.max(40, pixels - 96) * 360) / (256 * span))
  const zoom = Math.min(zoomFor(right - left, width), zoomFor(bottom - top, height), closest)
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: clamp(zoom, zooms.least, zooms.most) }
}

/** Degrees between grid lines, and metres of a scale bar of about 100 pixels: round numbers. */
export const roundStep = (about: number): number => {
  const power = 10 ** Math.floor(Math.log10(about))
  return ([1, 2, 5, 10].find((factor) => factor * power >= about) ?? 10) * power
}
