import type { Position } from '@emberwatch/contract'
import { flatten, pixelOf, type Flat, type Size, type View } from './projection.ts'

/** Something with a place, for `MapView`. */
export interface MapPlace {
  readonly id: number | string
  readonly label: string
  /** Null: no position; the list says so. */
  readonly position: Position | null
  /** Address of its page (paths.ts). */
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
