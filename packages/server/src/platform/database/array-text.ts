import { copyTime } from './copy-in.ts'

/** An array as a parameter, as PostgreSQL reads it. What pg makes of numbers and times takes four times as long. */
export const arrayText = (values: readonly (number | boolean | Date | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : value instanceof Date ? copyTime(value) : String(value))).join(',')}}`
