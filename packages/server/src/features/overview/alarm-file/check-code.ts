import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike on paper. */
const alphabet = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const groups = 3
const perGroup = 4

/** Printed on a file: `K7QM-RXPA-94TN`. It identifies the registration. The hash covers the whole file, so it cannot be printed in it. */
export const newCheckCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const mark = '%EmberwatchAlarmFile '

/** The last line of a file, a comment to PDF readers. It tells a changed file from a foreign one. */
export const trailerOf = (checkCode: string): string => `\n${mark}${checkCode}\n`

/** The check code in the last bytes of a file, if there is one. */
export const checkCodeIn = (tail: string): string | undefined =>
  new RegExp(`${mark}([${alphabet}]{4}(?:-[${alphabet}]{4}){${groups - 1}})`).exec(tail)?.[1]

/** Longer than the last line. */
export const tailBytes = 256
