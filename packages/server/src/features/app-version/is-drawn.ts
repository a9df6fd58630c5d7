import { createHash } from 'node:crypto'

/**
 * Whether an installation is among the first per cent of a roll-out. The same one draws the same number for a version each time, so it stays in when the
 * share rises, and draws anew for the next version: nobody is always the first.
 */
export const isDrawn = (installId: string, versionId: number, percent: number): boolean =>
  createHash('sha256').update(`${versionId} ${installId}`).digest().readUInt32BE(0) % 100 < percent
