/** Enumerations of the district overview, part of `enums`. */
export const overviewEnums = {
  /** Steps of setting up an empty installation, in the order in which they help most. */
  setUpStep: ['nameAndZone', 'firstSite', 'firstGateway', 'testAlarm', 'whoIsCalled', 'reachesOutside', 'phone', 'backup'],
  kioskState: ['valid', 'expired', 'revoked'],
} as const
