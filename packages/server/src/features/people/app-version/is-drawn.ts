import { createHash } from 'node:crypto'

/**
 * Whether an installation is among the first percent of a roll-out. Its number is fixed per version, so it stays in when the share rises.
 * It is different for the next version, so that nobody is always the first.
 */
export const isDrawn = (installId: string, versionId: number, percent: number): boolean =>
  createHash('sha256').update(`${versionId} ${installId}`).digest().readUInt32BE(0) % 100 < percent
