import { randomInt } from 'node:crypto'

/** Without letters and digits that are easily confused when read aloud. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10

/** The content of the QR code on site. Unguessable, so that a picture of one reveals nothing about others. */
export const newTagCode = (): string => `SA-${Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')}`
