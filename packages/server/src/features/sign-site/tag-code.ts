import { randomInt } from 'node:crypto'

/** No letters and digits that are mistaken for one another when somebody reads a code out. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10

/** What stands in the QR code at a place: unguessable, so that a picture of one says nothing about others. */
export const newTagCode = (): string => `SA-${Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')}`
