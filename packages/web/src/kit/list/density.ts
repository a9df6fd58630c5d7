import { usePreference } from '../preference.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** The row density of all tables, stored per user on the server. */
export const useDensity = (): [density: Density, set: (density: Density) => void] => {
  const [kept, keep] = usePreference('density')
  return [densities.find((density) => density === kept) ?? 'comfortable', keep]
}
