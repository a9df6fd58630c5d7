import type { Position } from '@emberwatch/contract'
import { flatten, pixelOf, type Flat, type Size, type View } from './projection.ts'

/** Something with a place, for `MapView`. */
export interface MapPlace {
  readonly id: number | string
  readonly label: string
  /** Written beside its pin; without it, the label. */
  readonly name?: string
  /** Null: no position; the list says so. */
  readonly position: Position | null
  /** Address of its page (contract: `pageAddress`). */
  readonly href?: string
  /** Shown below the label, in the list and when the pin is selected. */
  readonly note?: string
  readonly tone?: 'fire' | 'fault' | 'normal'
  /** How many it stands for; default: one. */
  readonly count?: number
  /** A circle around it, in metres. */
  readonly radiusM?: number
}

export type Placed = MapPlace & { readonly position: Position }

export const isPlaced = (place: MapPlace): place is Placed => place.position !== null

/** Pins that would overlap are drawn as one, in the colour of the most urgent. */
export interface Cluster extends Flat {
  readonly places: readonly Placed[]
}

const apart = 40
const margin = 40

/** The visible pins, with overlapping ones combined. */
export const clusters = (places: readonly Placed[], view: View, size: Size): Cluster[] => {
  const step = apart * (size.scale ?? 1)
  const cells = new Map<string, { at: Flat; places: Placed[] }>()
  for (const place of places) {
    const at = pixelOf(flatten(place.position), view, size)
    if (at.x < -margin || at.y < -margin || at.x > size.width + margin || at.y > size.height + margin) continue
    const key = `${Math.floor(at.x / step)} ${Math.floor(at.y / step)}`
    const cell = cells.get(key)
    if (cell) cell.places.push(place)
    else cells.set(key, { at, places: [place] })
  }
  return [...cells.values()].map((cell) => ({ ...cell.at, places: cell.places }))
}

/** How many places stand for. */
export const countOf = (places: readonly MapPlace[]): number => places.reduce((sum, { count = 1 }) => sum + count, 0)

const urgency = ['fire', 'fault'] as const

export const toneOf = (places: readonly MapPlace[]): NonNullable<MapPlace['tone']> =>
  urgency.find((tone) => places.some((place) => place.tone === tone)) ?? 'normal'

/** A rectangle that something takes on the map (px). */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
export const isFree = (box: Box, taken: readonly Box[]): boolean => taken.every((other) => !meet(box, other))

const mostLetters = 26
const shorten = (text: string): string => (text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text)

/** How wide a text of the map is, nearly: a Chinese letter is as wide as it is high. */
export const textWidth = (text: string, scale: number): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 12 : 6.7), 0) * scale

export interface PinName extends Flat {
  readonly id: number | string
  readonly text: string
  readonly side: 'right' | 'left'
}

/** Names beside the pins, where there is room: the most urgent first, right of the pin or left of it. `taken`: what pins and names cover. */
export const pinNames = (pins: readonly Cluster[], { width, scale = 1 }: Size): { names: PinName[]; taken: Box[] } => {
  const half = 16 * scale
  const taken: Box[] = pins.map(({ x, y }) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half }))
  const rank = ({ places }: Cluster): number => ['fire', 'fault', 'normal'].indexOf(toneOf(places))
  const names = pins
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(({ x, y, places: [first, ...more] }): PinName[] => {
      if (!first) return []
      const others = countOf(more)
      const text = shorten(first.name ?? first.label) + (others > 0 ? ` +${others}` : '')
      const length = textWidth(text, scale) + 12 * scale
      const band = { top: y - 11 * scale, bottom: y + 11 * scale }
      const sides = [
        { side: 'right', box: { ...band, left: x + half, right: x + half + length } },
        { side: 'left', box: { ...band, left: x - half - length, right: x - half } },
      ] as const
      const place = sides.find(({ box }) => box.left >= 0 && box.right <= width && isFree(box, taken))
      if (!place) return []
      taken.push(place.box)
      return [{ id: first.id, text, side: place.side, x, y }]
    })
  return { names, taken }
}
