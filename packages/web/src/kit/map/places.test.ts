import { expect, test } from 'vitest'
import { clusters, isFree, pinNames, type MapPlace, type Placed } from './places.ts'
import { fitting, flatten } from './projection.ts'

const size = { width: 800, height: 400 }
const at = (id: number, longitude: number, more: Pick<MapPlace, 'name' | 'tone'> = {}): Placed => ({
  id,
  label: `Site ${id}`,
  position: { latitude: 39.9, longitude, coordinateSystem: 'WGS84' },
  ...more,
})
const namesOf = (places: readonly Placed[]) => {
  const view = fitting(
    places.map(({ position }) => flatten(position)),
    size,
  )
  return pinNames(clusters(places, view, size), size)
}

test('every pin has its name beside it, inside the map and not over another', () => {
  const { names, taken } = namesOf([at(1, 116), at(2, 116.4), at(3, 117)])
  expect(names.map(({ text }) => text).toSorted()).toEqual(['Site 1', 'Site 2', 'Site 3'])
  expect(taken.every((box, index) => isFree(box, taken.toSpliced(index, 1)))).toBe(true)
  expect(taken.every(({ left, right }) => left >= 0 && right <= size.width)).toBe(true)
})

test('pins that are one say how many more there are; where there is no room, the fire keeps its name', () => {
  expect(namesOf([at(1, 116), at(2, 116), at(3, 119)]).names.map(({ text }) => text)).toContain('Site 1 +1')
  const long = 'A site whose name is long enough to meet its neighbours'
  const { names } = namesOf([at(1, 116), at(2, 116.25, { name: long }), at(3, 116.35, { name: long, tone: 'fire' }), at(4, 117)])
  expect(names.map(({ id }) => id)).toContain(3)
})
