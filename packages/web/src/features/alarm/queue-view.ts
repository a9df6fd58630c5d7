import type { QueuedAlarm, WaitingSite } from './queued-alarm.ts'

/** Only this much of a long queue is rendered, or many alarms at once would slow the page. The list has them all. */
export const maxSites = 12
const maxAlarmsPerSite = 3

/** The rendered alarms of a site. */
export const visibleAlarms = (alarms: readonly QueuedAlarm[]): readonly QueuedAlarm[] => alarms.slice(0, maxAlarmsPerSite)

/** The alarms on the screen while the queue is unfolded. */
export const drawnAlarms = (sites: readonly WaitingSite[]): readonly QueuedAlarm[] =>
  sites.slice(0, maxSites).flatMap(({ alarms }) => visibleAlarms(alarms))
