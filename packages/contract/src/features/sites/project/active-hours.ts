import { input, Type, type Static } from '../../../kernel/schema.ts'

const clock = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
/** When a rule applies, in the time zone of the project. Fires ignore it. `to` before `from` runs into the next day. Days: 1 Monday to 7 Sunday. */
export const activeHours = input({
  from: clock(),
  to: clock(),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
})
export type ActiveHours = Static<typeof activeHours>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Their length in minutes each time. From a time to the same time is a whole day. */
export const lengthOfHours = ({ from, to }: Pick<ActiveHours, 'from' | 'to'>): number =>
  (minutesOf(to) - minutesOf(from) + 1_440) % 1_440 || 1_440

/** For printing: 22:00–07:00 (1,2,3). */
export const hoursText = ({ from, to, days }: ActiveHours): string => `${from}–${to} (${days.toSorted((a, b) => a - b).join()})`
