import { expect, test } from 'vitest'
import { favouritesOf, toggleFavourite } from './favourites.ts'

test('a page is pinned behind the others and unpinned by the same button, for this account alone', () => {
  toggleFavourite(1, 'alarm.log')
  toggleFavourite(1, 'device.list')
  expect(favouritesOf(1)).toEqual(['alarm.log', 'device.list'])
  toggleFavourite(1, 'alarm.log')
  expect([favouritesOf(1), favouritesOf(2)]).toEqual([['device.list'], []])
})
