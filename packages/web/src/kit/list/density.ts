import { usePreference } from '../preference.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How close the rows of every table stand, kept for the person on the server. */
export const useDensity = (): [density: Density, set: (density: Density) => void] => {
  const [kept, keep] = usePreference('density')
  return [densities.find((density) => density === kept) ?? 'comfortable', keep]
}
