import type { Position } from '@emberwatch/contract'

/** To a tenth of a metre. Computed positions have up to 17 digits. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const degreesText = ({ latitude, longitude }: Pick<Position, 'latitude' | 'longitude'>): string =>
  `${roundDegrees(latitude)}, ${roundDegrees(longitude)}`
