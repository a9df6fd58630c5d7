/** Enumerations of the district alarms, part of `enums`. */
export const alarmsEnums = {
  alarmState: ['unconfirmed', 'confirmed', 'cleared', 'misreport'],
  alarmLevel: ['fire', 'warning', 'notice'],
  handleWay: ['onSite', 'byPhone', 'repairOrder', 'selfRestored', 'drill', 'other'],
  /** The two response clocks of an alarm. */
  alarmClock: ['acknowledge', 'close'],
  misreportCause: ['cooking', 'smoking', 'steam', 'dust', 'insects', 'construction', 'deviceDefect', 'test', 'unknown'],
  faultState: ['pending', 'processing', 'solved'],
  faultSolvedWay: ['byHand', 'repairOrder', 'restored'],
  /**
   * What became of an alarm, each counted once. `confirmed`: it was one, or was confirmed and nothing else was recorded. Tests and drills
   * are counted apart from alarms.
   */
  alarmOutcome: ['open', 'confirmed', 'falseAlarm', 'other', 'drill', 'test'],
  /** Outcome of a call to a person of a call list. */
  callOutcome: ['answered', 'busy', 'noAnswer', 'wrongNumber'],
} as const
