import type { OrderDetail } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { mapLink } from './position.ts'

const site = { address: '1 Road & Co', latitude: 39.908, longitude: 116.397 } as OrderDetail['site']

test('the map of a phone is opened at the place itself, in whichever system it was stored', () => {
  expect(mapLink({ ...site, coordinateSystem: 'WGS84' })).toBe(
    'geo:39.908000,116.397000?q=39.908000,116.397000(1%20Road%20%26%20Co)',
  )
  // China's own system lies some 500 m beside it.
  const [latitude, longitude] =
    /geo:([\d.]+),([\d.]+)/
      .exec(mapLink({ ...site, coordinateSystem: 'GCJ02' }))
      ?.slice(1)
      .map(Number) ?? []
  expect(latitude).toBeCloseTo(39.9066, 3)
  expect(longitude).toBeCloseTo(116.3908, 3)
})

test('without a position the map looks for the address', () => {
  expect(mapLink({ ...site, latitude: null })).toBe('geo:0,0?q=1%20Road%20%26%20Co')
})
