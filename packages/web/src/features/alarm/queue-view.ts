import type { Announced, WaitingSite } from './announced.ts'

/** Of a long queue only so much is drawn, or many alarms at once would slow the page; the list has them all. */
export const sitesMost = 12
const alarmsMost = 3

/** The alarms of a site that are drawn. */
export const shownOf = (alarms: readonly Announced[]): readonly Announced[] => alarms.slice(0, alarmsMost)

/** The alarms that stand on the screen while the queue is unfolded. */
export const drawnOf = (sites: readonly WaitingSite[]): readonly Announced[] =>
  sites.slice(0, sitesMost).flatMap(({ alarms }) => shownOf(alarms))
