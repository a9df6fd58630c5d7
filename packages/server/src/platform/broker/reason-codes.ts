/** The reason codes of MQTT 5.0 (section 2.4) that we send. */
export const REASON = {
  success: 0x00,
  noSubscriptionExisted: 0x11,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  invalidClientId: 0x85,
  badCredentials: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicNameInvalid: 0x90,
  packetIdNotFound: 0x92,
  invalidTopicAlias: 0x94,
  packetTooLarge: 0x95,
  administrativeAction: 0x98,
  sharedSubscriptionsUnsupported: 0x9e,
} as const

/** CONNACK return codes of MQTT 3.1.1 (table 3.1) for the same rejections. All others are "not authorized". */
const returnCodes: ReadonlyMap<number, number> = new Map([
  [REASON.success, 0],
  [REASON.unsupportedVersion, 1],
  [REASON.invalidClientId, 2],
  [REASON.serverUnavailable, 3],
  [REASON.badCredentials, 4],
])

/** What a MQTT 3 CONNACK carries instead of a reason code. */
export function returnCodeOf(reason: number): number {
  return returnCodes.get(reason) ?? 5
}
